#include "svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <partita/support/error.hpp>

#include "miniapps/formatted.hpp"

namespace partita::phases {

namespace {

// A tenth of a pixel is fine enough for the eye.
std::string number(double value) {
  std::string digits = formatted("%.1f", value);
  if (digits.ends_with(".0")) digits.resize(digits.size() - 2);
  return digits;
}

}  // namespace

Svg::Svg(double width, double height)
    : elements_(text("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", number(width), "\" height=\"",
                     number(height), "\" viewBox=\"0 0 ", number(width), " ", number(height),
                     "\" font-family=\"Helvetica, Arial, DejaVu Sans, sans-serif\">\n")) {
  rectangle(0, 0, width, height, "#ffffff");
}

void Svg::rectangle(double x, double y, double width, double height, std::string_view colour,
                    double opacity) {
  elements_ += text("<rect x=\"", number(x), "\" y=\"", number(y), "\" width=\"", number(width),
                    "\" height=\"", number(height), "\" fill=\"", colour, "\"");
  if (opacity < 1) elements_ += text(" fill-opacity=\"", opacity, "\"");
  elements_ += "/>\n";
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view colour, double width,
               bool dashed) {
  elements_ += text("<line x1=\"", number(x1), "\" y1=\"", number(y1), "\" x2=\"", number(x2), "\" y2=\"",
                    number(y2), "\" stroke=\"", colour, "\" stroke-width=\"", number(width), "\"",
                    dashed ? " stroke-dasharray=\"5 3\"" : "", "/>\n");
}

void Svg::write(double x, double y, std::string_view words, double size, std::string_view colour,
                Anchor anchor, double turned_degrees, bool bold) {
  constexpr std::array<const char*, 3> anchors{"start", "middle", "end"};
  elements_ += text("<text x=\"", number(x), "\" y=\"", number(y), "\" font-size=\"", number(size),
                    "\" fill=\"", colour, "\" text-anchor=\"", anchors[static_cast<std::size_t>(anchor)],
                    "\"", bold ? " font-weight=\"bold\"" : "");
  if (turned_degrees != 0)
    elements_ += text(" transform=\"rotate(", number(turned_degrees), " ", number(x), " ", number(y), ")\"");
  elements_ += text(">", escaped(words), "</text>\n");
}

std::string escaped(std::string_view words) {
  std::string out;
  for (const char c : words) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  return out;
}

std::string viridis(double t) {
  constexpr std::array<std::array<int, 3>, 10> anchors{{{0x44, 0x01, 0x54},
                                                        {0x48, 0x28, 0x78},
                                                        {0x3e, 0x4a, 0x89},
                                                        {0x31, 0x68, 0x8e},
                                                        {0x26, 0x82, 0x8e},
                                                        {0x1f, 0x9e, 0x89},
                                                        {0x35, 0xb7, 0x79},
                                                        {0x6e, 0xce, 0x58},
                                                        {0xb5, 0xde, 0x2b},
                                                        {0xfd, 0xe7, 0x25}}};
  const double place = std::clamp(t, 0.0, 1.0) * (anchors.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), anchors.size() - 2);
  const double part = place - static_cast<double>(below);
  std::array<unsigned, 3> colour{};
  for (std::size_t k = 0; k < 3; ++k)
    colour[k] =
        static_cast<unsigned>(std::lround((1 - part) * anchors[below][k] + part * anchors[below + 1][k]));
  return formatted("#%02x%02x%02x", colour[0], colour[1], colour[2]);
}

}  // namespace partita::phases
