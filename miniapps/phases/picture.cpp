#include "picture.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/support/error.hpp>

#include "appraisal.hpp"
#include "miniapps/formatted.hpp"
#include "svg.hpp"
#include "words.hpp"

namespace partita::phases {

namespace {

using Anchor = Svg::Anchor;

constexpr const char *ink = "#24292f", *faint_ink = "#6a737d", *idle = "#eef0f2", *bound_ink = "#c4314b";
// In pixels; a picture of 1200 is still readable on a page of 900.
constexpr double left = 64, top = 124, gap = 76, right = 40, below = 80;
constexpr double most_width = 1200, matrix_side = 400;
constexpr double title_size = 17, subtitle_size = 13, label_size = 11, words_size = 12;
constexpr double received = 0.5;  // opacity

// Positions and sizes in pixels.
struct Layout {
  int ranks;
  double row;                    // height of a rank, and width of a matrix column
  double per_unit;               // width of a unit in the phase table
  std::vector<double> phase_at;  // left end of each phase; one more for the end of all

  double side() const { return row * ranks; }
  double table_left() const { return left + side() + gap; }
  double y(int rank) const { return top + row * rank; }
};

// The load of the busiest rank of each phase.
std::vector<Units> longest_of_phases(const Schedule& schedule) {
  std::vector<Units> longest(static_cast<std::size_t>(schedule.phases()), 0);
  for (const PhaseTable& table : schedule.tables)
    for (const auto* transfers : {&table.sends, &table.receives}) {
      std::map<int, Units> load;
      for (const Transfer& transfer : *transfers)
        longest[static_cast<std::size_t>(transfer.phase)] =
            std::max(longest[static_cast<std::size_t>(transfer.phase)],
                     load[transfer.phase] += detail::length(transfer.pieces));
    }
  return longest;
}

double height_of_rank(int ranks) { return std::clamp(matrix_side / ranks, 2.0, 40.0); }

double most_table_width(int ranks) {
  return std::max(most_width - (left + height_of_rank(ranks) * ranks + gap) - right, 300.0);
}

// Pixels per unit if the longest picture shows `units` units across.
double scale(int ranks, Units units) {
  return most_table_width(ranks) / static_cast<double>(std::max(Units{1}, units));
}

Layout lay_out(const Schedule& schedule, int ranks, double per_unit) {
  Layout layout{ranks, height_of_rank(ranks), per_unit, {}};
  layout.phase_at.push_back(layout.table_left());
  for (const Units longest : longest_of_phases(schedule))
    layout.phase_at.push_back(layout.phase_at.back() + layout.per_unit * static_cast<double>(longest));
  return layout;
}

class Colours {
 public:
  explicit Colours(int phases) : phases_(phases) {}
  std::string operator()(int phase) const {
    return viridis(phases_ > 1 ? static_cast<double>(phase) / (phases_ - 1) : 0.4);
  }

 private:
  int phases_;
};

// Interval of the rank labels that keeps them readable; a label takes `pixels`.
int label_every(const Layout& layout, double pixels) {
  int every = 1;
  while (every * layout.row < pixels) every *= 2;
  return every;
}

constexpr double number_height = 13;
double number_width(const Layout& layout) {
  return 5 + 7 * static_cast<double>(std::to_string(layout.ranks - 1).size());
}

void draw_matrix(Svg& svg, const Layout& layout, const Schedule& schedule, const Colours& colour) {
  svg.rectangle(left, top, layout.side(), layout.side(), idle);
  std::map<std::pair<int, int>, std::vector<int>> phases_of;  // (sender, receiver)
  for (const detail::Message& message : detail::messages(schedule.tables))
    phases_of[{message.from, message.to}].push_back(message.phase);

  const double seam = layout.row >= 8 ? 0.6 : 0;
  for (const auto& [ends, phases] : phases_of) {
    const double band = (layout.row - seam) / static_cast<double>(phases.size());
    for (std::size_t k = 0; k < phases.size(); ++k)
      svg.rectangle(left + layout.row * ends.second, layout.y(ends.first) + band * static_cast<double>(k),
                    layout.row - seam, band, colour(phases[k]));
  }

  for (int rank = 0; rank < layout.ranks; ++rank) {
    const double middle = layout.row * (rank + 0.5);
    if (rank % label_every(layout, number_height) == 0)
      svg.write(left - 6, top + middle + 4, text(rank), label_size, faint_ink, Anchor::end);
    if (rank % label_every(layout, number_width(layout)) == 0)
      svg.write(left + middle, top - 6, text(rank), label_size, faint_ink, Anchor::middle);
  }
  svg.write(left + layout.side() / 2, top - 22, "receiver", words_size, ink, Anchor::middle);
  svg.write(left - 34, top + layout.side() / 2, "sender", words_size, ink, Anchor::middle, -90);
}

// Draws transfers of one rank in the order of their phases; those of one phase one after the other.
void draw_transfers(Svg& svg, const Layout& layout, const std::vector<Transfer>& transfers, double y,
                    double height, const Colours& colour, double opacity) {
  constexpr double seam = 0.8;  // between messages of the same phase
  int phase = -1;
  double x = 0;
  for (const Transfer& transfer : transfers) {
    if (transfer.phase != phase) x = layout.phase_at[static_cast<std::size_t>(phase = transfer.phase)];
    const double width = layout.per_unit * static_cast<double>(detail::length(transfer.pieces));
    svg.rectangle(x, y, std::max(width - seam, 0.8 * width), height, colour(phase), opacity);
    x += width;
  }
}

// Phase labels are at every first, second, fifth, tenth, ... phase; with more than 60 phases at every tenth
// or rarer.
int label_every_phase(const Layout& layout) {
  const auto phases = static_cast<int>(layout.phase_at.size()) - 1;
  const double width = (layout.phase_at.back() - layout.phase_at.front()) / std::max(1, phases);
  for (int ten = phases > 60 ? 10 : 1;; ten *= 10)
    for (const int every : {ten, 2 * ten, 5 * ten})
      if (every * width >= 20 || every >= phases) return every;
}

void draw_phases(Svg& svg, const Layout& layout) {
  const double start = layout.phase_at.front(), end = layout.phase_at.back();
  const auto every = static_cast<std::size_t>(label_every_phase(layout));
  double labelled_to = start - 100;
  for (std::size_t phase = 0; phase + 1 < layout.phase_at.size(); ++phase) {
    const double from = layout.phase_at[phase], to = layout.phase_at[phase + 1];
    if (phase > 0)
      svg.line(from, top, from, top + layout.side(), "#ffffff", std::clamp((to - from) / 6, 0.2, 1.6));
    const double middle = (from + to) / 2;
    if (phase % every == 0 && to > from && middle - labelled_to >= 18) {
      svg.write(middle, top - 6, text(phase), label_size, faint_ink, Anchor::middle);
      labelled_to = middle;
    }
  }
  svg.write((start + end) / 2, top - 24, "phase", words_size, ink, Anchor::middle);
}

void draw_bound(Svg& svg, const Layout& layout, Units bound) {
  const double start = layout.phase_at.front(), bottom = top + layout.side();
  const double at = start + layout.per_unit * static_cast<double>(bound);
  svg.line(at, top - 2, at, bottom + 10, bound_ink, 1.5, true);
  svg.write(at, bottom + 23, text("lower bound ", bound), words_size, bound_ink,
            at - start > 120 ? Anchor::end : Anchor::start);
}

void draw_table(Svg& svg, const Layout& layout, const Schedule& schedule, const Colours& colour) {
  const double start = layout.phase_at.front(), end = layout.phase_at.back();
  svg.rectangle(start, top, end - start, layout.side(), idle);
  const double seam = std::min(1.2, 0.1 * layout.row);
  for (int rank = 0; rank < layout.ranks; ++rank) {
    const PhaseTable& table = schedule.tables[static_cast<std::size_t>(rank)];
    const double half = (layout.row - seam) / 2;
    draw_transfers(svg, layout, table.sends, layout.y(rank), half, colour, 1);
    draw_transfers(svg, layout, table.receives, layout.y(rank) + half, half, colour, received);
    if (rank % label_every(layout, number_height) == 0)
      svg.write(start - 6, layout.y(rank) + layout.row / 2 + 4, text(rank), label_size, faint_ink,
                Anchor::end);
  }
  draw_phases(svg, layout);
  svg.write(start - 34, top + layout.side() / 2, "rank", words_size, ink, Anchor::middle, -90);
}

void draw_legend(Svg& svg, const Layout& layout, int phases, const Colours& colour) {
  const double y = top + layout.side() + 36, width = phases > 1 ? std::min(layout.side(), 220.0) : 22;
  const int steps = std::clamp(phases, 1, 64);
  for (int k = 0; k < steps; ++k)
    svg.rectangle(left + width * k / steps, y, width / steps + 0.3, 10,
                  colour(steps > 1 ? k * (phases - 1) / (steps - 1) : 0));
  svg.write(left, y + 25, phases > 1 ? "phase 0" : "phase", words_size, faint_ink);
  if (phases > 1) svg.write(left + width, y + 25, text(phases - 1), words_size, faint_ink, Anchor::end);

  double x = layout.table_left();
  const auto entry = [&](std::string_view words, std::string_view ink_of, double opacity) {
    svg.rectangle(x, y + 2, 22, 6, ink_of, opacity);
    svg.write(x + 28, y + 9, words, words_size, faint_ink);
    x += 96;
  };
  entry("sends", colour(phases / 2), 1);
  entry("receives", colour(phases / 2), received);
  entry("waits", idle, 1);
}

bool is_empty(const CommunicationMatrix& matrix) { return matrix.degree() == 0; }

std::string title(const Schedule& schedule, const CommunicationMatrix& matrix) {
  const Units sum = longest_sum(schedule.tables), bound = longest_sum_bound(matrix);
  const Algorithm algorithm = schedule.options.algorithm;
  const std::string phases = text(name_of(algorithm), ": ", counted(schedule.phases(), "phase"));
  if (is_empty(matrix)) return phases + ", no messages";
  const std::string ratio = formatted("%.3g", static_cast<double>(sum) / static_cast<double>(bound));
  return text(phases, has_direct_bound(algorithm) ? text(" (direct bound ", matrix.degree(), ")") : "",
              ", longest transfers ", counted(static_cast<double>(sum), "unit"), " in all, ", ratio,
              " x the bound");
}

// A hint that the picture of an algorithm needs.
std::string remark(const ScheduleOptions& options) {
  if (!is_ordered(options.algorithm))
    return "unordered phases: a rank's messages are drawn as their sum, without contention for links";
  return is_staged(options.algorithm) ? "messages between relays, as they are sent" : "";
}

// An upper estimate, because fonts differ.
double width_of(const std::string& words, double size) {
  return 0.58 * size * static_cast<double>(words.size());
}

struct Page {
  std::string title, subtitle, remark;
  Layout layout;
};

double width_of(const Page& page, Units bound) {
  const double table = std::max(page.layout.phase_at.back(),
                                page.layout.table_left() + page.layout.per_unit * static_cast<double>(bound));
  return std::max({table, page.layout.table_left() + 300, left + width_of(page.title, title_size),
                   left + width_of(page.subtitle, subtitle_size),
                   left + width_of(page.remark, subtitle_size)}) +
         right;
}

std::string draw(const Page& page, double width, const Schedule& schedule,
                 const CommunicationMatrix& matrix) {
  const Layout& layout = page.layout;
  const Colours colour(schedule.phases());
  Svg svg(width, top + layout.side() + below);
  svg.write(left, 34, page.title, title_size, ink, Anchor::start, 0, true);
  svg.write(left, 54, page.subtitle, subtitle_size, faint_ink);
  svg.write(left, 71, page.remark, subtitle_size, faint_ink);
  draw_matrix(svg, layout, schedule, colour);
  if (is_empty(matrix)) {
    svg.write(layout.table_left(), top + layout.side() / 2 + 4, "no messages", words_size, faint_ink);
    return svg.file();
  }
  draw_table(svg, layout, schedule, colour);
  draw_bound(svg, layout, longest_sum_bound(matrix));
  draw_legend(svg, layout, schedule.phases(), colour);
  return svg.file();
}

}  // namespace

std::vector<std::string> pictures(std::span<const Schedule* const> schedules,
                                  const CommunicationMatrix& matrix, const std::string& what) {
  const int ranks = matrix.ranks();
  const Units bound = longest_sum_bound(matrix), too_long = 4 * bound;
  Units common = bound;  // units across in most pictures
  for (const Schedule* schedule : schedules)
    if (const Units sum = longest_sum(schedule->tables); sum <= too_long) common = std::max(common, sum);

  std::vector<Page> pages;
  double width = 0;
  for (const Schedule* schedule : schedules) {
    const Units sum = longest_sum(schedule->tables);
    const bool own_scale = sum > too_long;
    std::string remarks = remark(schedule->options);
    if (own_scale && schedules.size() > 1)
      remarks += remarks.empty() ? "drawn to a smaller scale" : "; drawn to a smaller scale";
    pages.push_back({title(*schedule, matrix), what, remarks,
                     lay_out(*schedule, ranks, scale(ranks, own_scale ? sum : common))});
    width = std::max(width, width_of(pages.back(), bound));
  }
  std::vector<std::string> drawn;
  for (std::size_t k = 0; k < pages.size(); ++k)
    drawn.push_back(draw(pages[k], width, *schedules[k], matrix));
  return drawn;
}

}  // namespace partita::phases
