#include "picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/support/error.hpp>

#include "svg.hpp"

namespace partita::phases {

namespace {

using Anchor = Svg::Anchor;

constexpr const char *ink = "#24292f", *faint_ink = "#6a737d", *idle = "#eef0f2", *bound_ink = "#c4314b";
constexpr double left = 64, top = 104, gap = 84, right = 40, below = 76;
constexpr double bound_width = 520, most_width = 1600;
constexpr double received = 0.5;  // opacity

// Where things are, in pixels.
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
                     load[transfer.phase] += length(transfer.pieces));
    }
  return longest;
}

Layout lay_out(const Schedule& schedule, const CommunicationMatrix& matrix) {
  Layout layout{matrix.ranks(), std::clamp(448.0 / matrix.ranks(), 4.0, 40.0), 1, {0}};
  const auto total = static_cast<double>(std::max(Units{1}, longest_sum(schedule)));
  const auto bound = static_cast<double>(std::max(Units{1}, longest_sum_bound(matrix)));
  layout.per_unit = std::min(bound_width / bound, most_width / total);
  for (double& at : layout.phase_at) at = layout.table_left();
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

// Rank numbers stand at every so many ranks that they can be read; `pixels` is what one takes.
int label_every(const Layout& layout, double pixels) {
  int every = 1;
  while (every * layout.row < pixels) every *= 2;
  return every;
}

constexpr double number_height = 11;
double number_width(const Layout& layout) {
  return 5 + 6 * static_cast<double>(std::to_string(layout.ranks - 1).size());
}

void draw_matrix(Svg& svg, const Layout& layout, const Schedule& schedule, const Colours& colour) {
  svg.rectangle(left, top, layout.side(), layout.side(), idle);
  std::map<std::pair<int, int>, std::vector<int>> phases_of;  // (sender, receiver)
  for (const Message& message : messages(schedule.tables))
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
      svg.write(left - 6, top + middle + 3.5, text(rank), 9.5, faint_ink, Anchor::end);
    if (rank % label_every(layout, number_width(layout)) == 0)
      svg.write(left + middle, top - 6, text(rank), 9.5, faint_ink, Anchor::middle);
  }
  svg.write(left + layout.side() / 2, top - 22, "receiver", 12, ink, Anchor::middle);
  svg.write(left - 34, top + layout.side() / 2, "sender", 12, ink, Anchor::middle, -90);
}

// Transfers of one rank in the order of their phases; those that share a phase one after the other.
void draw_transfers(Svg& svg, const Layout& layout, const std::vector<Transfer>& transfers, double y,
                    double height, const Colours& colour, double opacity) {
  constexpr double seam = 0.8;  // between messages of the same phase
  int phase = -1;
  double x = 0;
  for (const Transfer& transfer : transfers) {
    if (transfer.phase != phase) x = layout.phase_at[static_cast<std::size_t>(phase = transfer.phase)];
    const double width = layout.per_unit * static_cast<double>(length(transfer.pieces));
    svg.rectangle(x, y, std::max(width - seam, 0.8 * width), height, colour(phase), opacity);
    x += width;
  }
}

void draw_table(Svg& svg, const Layout& layout, const Schedule& schedule, const CommunicationMatrix& matrix,
                const Colours& colour) {
  const double start = layout.phase_at.front(), end = layout.phase_at.back(), bottom = top + layout.side();
  svg.rectangle(start, top, end - start, layout.side(), idle);
  const double seam = layout.row >= 8 ? 1.2 : 0.4;
  for (int rank = 0; rank < layout.ranks; ++rank) {
    const PhaseTable& table = schedule.tables[static_cast<std::size_t>(rank)];
    const double half = (layout.row - seam) / 2;
    draw_transfers(svg, layout, table.sends, layout.y(rank), half, colour, 1);
    draw_transfers(svg, layout, table.receives, layout.y(rank) + half, half, colour, received);
    if (rank % label_every(layout, number_height) == 0)
      svg.write(start - 6, layout.y(rank) + layout.row / 2 + 3.5, text(rank), 9.5, faint_ink, Anchor::end);
  }

  double labelled_to = start - 100;
  for (std::size_t phase = 0; phase + 1 < layout.phase_at.size(); ++phase) {
    const double from = layout.phase_at[phase], to = layout.phase_at[phase + 1];
    if (phase > 0) svg.line(from, top, from, bottom, "#ffffff", std::clamp((to - from) / 6, 0.2, 1.6));
    const double middle = (from + to) / 2;
    if (to > from && middle - labelled_to >= 16) {
      svg.write(middle, top - 6, text(phase), 9.5, faint_ink, Anchor::middle);
      labelled_to = middle;
    }
  }
  svg.write((start + end) / 2, top - 22, "phase", 12, ink, Anchor::middle);
  svg.write(start - 34, top + layout.side() / 2, "rank", 12, ink, Anchor::middle, -90);

  const Units bound = longest_sum_bound(matrix);
  const double bound_at = start + layout.per_unit * static_cast<double>(bound);
  svg.line(bound_at, top - 2, bound_at, bottom + 10, bound_ink, 1.5, true);
  svg.write(bound_at, bottom + 22, text("lower bound ", bound), 10.5, bound_ink,
            bound_at - start > 90 ? Anchor::end : Anchor::start);
}

void draw_legend(Svg& svg, const Layout& layout, int phases, const Colours& colour) {
  const double y = top + layout.side() + 34, width = phases > 1 ? std::min(layout.side(), 220.0) : 22;
  const int steps = std::clamp(phases, 1, 64);
  for (int k = 0; k < steps; ++k)
    svg.rectangle(left + width * k / steps, y, width / steps + 0.3, 10,
                  colour(steps > 1 ? k * (phases - 1) / (steps - 1) : 0));
  svg.write(left, y + 24, phases > 1 ? "phase 0" : "phase", 10, faint_ink);
  if (phases > 1) svg.write(left + width, y + 24, text(phases - 1), 10, faint_ink, Anchor::end);

  double x = layout.table_left();
  const auto entry = [&](std::string_view words, std::string_view ink_of, double opacity) {
    svg.rectangle(x, y + 2, 22, 6, ink_of, opacity);
    svg.write(x + 28, y + 9, words, 10, faint_ink);
    x += 84;
  };
  entry("sends", colour(phases / 2), 1);
  entry("receives", colour(phases / 2), received);
  entry("waits", idle, 1);
}

std::string title(const Schedule& schedule, const CommunicationMatrix& matrix) {
  const Units sum = longest_sum(schedule), bound = longest_sum_bound(matrix);
  char ratio[32];
  std::snprintf(ratio, sizeof ratio, "%.3g",
                bound == 0 ? 1 : static_cast<double>(sum) / static_cast<double>(bound));
  return text(name_of(schedule.options.algorithm), ": ", schedule.phases(),
              schedule.phases() == 1 ? " phase" : " phases", " (bound ", matrix.degree(),
              "), longest transfers ", sum, " units in all, ", ratio, " x the bound");
}

// What one should know of an algorithm to read its picture.
std::string remark(const ScheduleOptions& options) {
  if (!is_ordered(options)) return "; no order within a phase, so ranks and links are contended for";
  return is_staged(options.algorithm) ? "; messages between relays, as they are sent" : "";
}

}  // namespace

std::string picture(const Schedule& schedule, const CommunicationMatrix& matrix, const std::string& what) {
  const Layout layout = lay_out(schedule, matrix);
  const Colours colour(schedule.phases());
  const double bound_at =
      layout.table_left() + layout.per_unit * static_cast<double>(longest_sum_bound(matrix));
  const double width = std::max({layout.phase_at.back(), bound_at, layout.table_left() + 240}) + right;

  Svg svg(width, top + layout.side() + below);
  svg.write(left, 34, title(schedule, matrix), 17, ink, Anchor::start, 0, true);
  svg.write(left, 54, what + remark(schedule.options), 12, faint_ink);
  draw_matrix(svg, layout, schedule, colour);
  draw_table(svg, layout, schedule, matrix, colour);
  draw_legend(svg, layout, schedule.phases(), colour);
  return svg.file();
}

}  // namespace partita::phases
