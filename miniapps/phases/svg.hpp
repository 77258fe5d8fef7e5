#pragma once
/// \file Scalable vector graphics, limited to what the pictures here need.

#include <string>
#include <string_view>

namespace partita::phases {

/// A drawing that grows element by element. Lengths in pixels, y downwards.
class Svg {
 public:
  Svg(double width, double height);

  void rectangle(double x, double y, double width, double height, std::string_view colour,
                 double opacity = 1);
  void line(double x1, double y1, double x2, double y2, std::string_view colour, double width,
            bool dashed = false);

  enum class Anchor { start, middle, end };

  /// `y` is the base line. Any characters.
  void write(double x, double y, std::string_view words, double size, std::string_view colour,
             Anchor anchor = Anchor::start, double turned_degrees = 0, bool bold = false);

  /// The whole file.
  std::string file() const { return elements_ + "</svg>\n"; }

 private:
  std::string elements_;
};

/// "&" -> "&amp;" and so on; control characters become blanks.
std::string escaped(std::string_view words);

/// Viridis (van der Walt and Smith, 2015) at t in 0 .. 1, as #rrggbb: from dark violet to yellow,
/// perceptually uniform, also for people who do not distinguish red from green.
std::string viridis(double t);

}  // namespace partita::phases
