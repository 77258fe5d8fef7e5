// Printed and drawn output of `phases`: phase tables, charts of links, pictures.
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "miniapps/phases/appraisal.hpp"
#include "miniapps/phases/link_chart.hpp"
#include "miniapps/phases/phase_rows.hpp"
#include "miniapps/phases/picture.hpp"
#include "miniapps/phases/svg.hpp"
#include "miniapps/random_matrix.hpp"

namespace partita::phases {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

// Bokhari 1991: complete exchange on 8 nodes.
std::string complete_exchange_chart(Algorithm algorithm) {
  const Machine cube = machine_named("hypercube", 8);
  const Schedule schedule =
      make_schedule(make_random_matrix({8, 7}, 1), {.algorithm = algorithm, .machine = cube});
  return link_chart(schedule, cube);
}

TEST(LinkChart, OfLinearIsFigure7) {
  const std::string chart = complete_exchange_chart(Algorithm::linear);
  EXPECT_THAT(chart, HasSubstr("\n          000  001  010  011\n"
                               "          ---  ---  ---  ---\n"
                               "000->000  ...  ...  ...  ...\n"
                               "000->001  ..1  ...  ...  ...\n"
                               "000->010  .2.  ...  ...  ...\n"
                               "000->011  ..3  .3.  ...  ...\n"
                               "000->100  4..  ...  ...  ...\n"
                               "000->101  ..5  5..  ...  ...\n"
                               "000->110  .6.  ...  6..  ...\n"
                               "000->111  ..7  .7.  ...  7..\n"
                               "          ---  ---  ---  ---\n"
                               "001->000  ...  ..7  ...  ...\n"));
  EXPECT_THAT(chart, HasSubstr("\n\n          100  101  110  111\n"
                               "          ---  ---  ---  ---\n"
                               "100->000  4..  ...  ...  ...\n"))
      << "nodes whose first bit is 1 share no link with the others";
}

// The cells of the last rows of figure 6, in which a link goes to the lowest rank first.
TEST(LinkChart, OfNaiveIsFigure6) {
  const std::string chart = complete_exchange_chart(Algorithm::naive);
  for (const char* row :
       {"000->111  ..7  .7.  ...  7..\n", "001->110  .7.  ..7  7..  ...\n", "010->111  ...  ...  ..9  9..\n",
        "011->100  7..  ...  .7.  ..7\n", "011->111  ...  ...  ...  a..\n", "100->111  ..7  .7.  ...  ...\n",
        "101->111  ...  .8.  ...  ...\n", "110->101  ...  ...  ..8  .8.\n", "111->000  4..  ...  .4.  ..4\n",
        "111->110  ...  ...  ...  ..a\n"})
    EXPECT_THAT(chart, HasSubstr(row));
}

TEST(LinkChart, StepsOverNineAreLettersThenDecimal) {
  const auto has = [](int nodes, const std::string& row) {
    const Machine cube = machine_named("hypercube", nodes);
    const ScheduleOptions options{.algorithm = Algorithm::linear, .machine = cube};
    const Schedule schedule = make_schedule(make_random_matrix({nodes, nodes - 1}, 1), options);
    return link_chart(schedule, cube).find(row) != std::string::npos;
  };
  EXPECT_TRUE(has(16, "\n0000->1100  .c..  ....  ....  ....  c...  ....  ....  ....\n")) << "step 12";
  EXPECT_TRUE(has(64, "\n000000->100000   32  .  .  .  .  .    .")) << "step 32";
}

TEST(LinkChart, OtherMachinesHaveTheirPlacesAcross) {
  const Machine mesh = machine_named("mesh:3x1", 3);
  const CommunicationMatrix matrix({{{2, 1}}, {}, {}});
  const Schedule schedule = make_schedule(matrix, {.algorithm = Algorithm::ac, .machine = mesh});
  EXPECT_EQ(link_chart(schedule, mesh),
            "ac on mesh:3x1: 1 step, unsynchronised, a link goes to the lowest rank first\n"
            "down: source->destination; in the cells: the step\n"
            "across: the links that leave each node: +y -y +x -x\n"
            "         0     1\n"
            "      ----  ----\n"
            "0->0  ....  ....\n"
            "0->2  ..1.  ..1.\n");
}

TEST(LinkChart, WithoutMessagesSaysSo) {
  const Machine cube = machine_named("hypercube", 4);
  const CommunicationMatrix nothing({{}, {}, {}, {}});
  EXPECT_THAT(link_chart(make_schedule(nothing, {.algorithm = Algorithm::rs_n}), cube),
              testing::EndsWith("\nno message takes a link\n"));
}

TEST(PhaseRows, AreTheFieldsOfNicesFigure8) {
  PhaseTable table;
  table.phases = 3;
  table.sends = {{0, 4, {{1, 4, 0, 10}}}, {2, 4, {{1, 4, 10, 5}}}};
  table.receives = {{2, 7, {{7, 1, 0, 3}}}};
  const std::string rows = phase_rows(table, 1);
  EXPECT_THAT(rows, HasSubstr("rank 1: 3 phases\n"));
  EXPECT_THAT(rows, ContainsRegex("\n +0 +4 +10 +0 +-\n +2 +4 +5 +10 +7 +3 +0\n$"))
      << "a message in two parts; no row for an idle phase";
}

TEST(PhaseRows, RelayedPiecesNameTheirOriginAndTarget) {
  PhaseTable table;
  table.phases = 1;
  table.sends = {{0, 4, {{1, 4, 0, 1}, {2, 7, 0, 6}}}};
  EXPECT_THAT(phase_rows(table, 1), ContainsRegex("\n +0 +4 +1 +0 +-\n +0 +4 \\(2>7\\) +6 +0 +-\n$"));
}

std::string picture(const Schedule& schedule, const CommunicationMatrix& matrix, const std::string& what) {
  const Schedule* const one[] = {&schedule};
  return pictures(one, matrix, what).front();
}

// The elements of a kind, one per line in the file.
std::vector<std::string> elements(const std::string& svg, const std::string& beginning) {
  std::vector<std::string> found;
  std::istringstream lines(svg);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(beginning)) found.push_back(line);
  return found;
}

TEST(Picture, HasAMarkForEveryMessageAtBothItsEndsAndInTheMatrix) {
  const CommunicationMatrix matrix = make_random_matrix({.ranks = 16, .density = 3, .longest = 9}, 4);
  const auto rectangles = [](const CommunicationMatrix& of) {
    return elements(picture(make_schedule(of, {.algorithm = Algorithm::colouring}), of, "x"), "<rect").size();
  };
  const std::size_t ground = 1 + 2, of_legend = 3 + 3;  // page, matrix, table; phases, meaning of bars
  EXPECT_EQ(rectangles(matrix), 3 * 16 * 3 + ground + of_legend);
}

TEST(Picture, WithoutMessagesSaysSo) {
  const CommunicationMatrix nothing(std::vector<DestinationVector>(2));
  const std::string svg = picture(make_schedule(nothing, {.algorithm = Algorithm::lp}), nothing, "x");
  EXPECT_THAT(svg, HasSubstr(">no messages<"));
  EXPECT_THAT(svg, testing::Not(HasSubstr(">sends<")));
}

TEST(Picture, IsAsWideAsItsTitle) {
  const CommunicationMatrix pair({{{1, 1}}, {}});
  const std::string svg =
      picture(make_schedule(pair, {.algorithm = Algorithm::ac}), pair, std::string(200, 'm'));
  EXPECT_GT(std::stod(svg.substr(svg.find("width=\"") + 7)), 1000);
}

TEST(Picture, SeveralHaveOneWidthAndScale) {
  const CommunicationMatrix matrix = make_random_matrix({.ranks = 16, .density = 5, .longest = 9}, 4);
  const Schedule fast = make_schedule(matrix, {.algorithm = Algorithm::balanced});
  const Schedule slow = make_schedule(matrix, {.algorithm = Algorithm::rs_n});
  const Schedule* const both[] = {&fast, &slow};
  const std::vector<std::string> drawn = pictures(both, matrix, "x");
  EXPECT_EQ(elements(drawn[0], "<svg"), elements(drawn[1], "<svg"));
  const auto bound = [](const std::string& svg) {
    const std::size_t line = svg.find(" stroke-dasharray");
    return svg.substr(svg.rfind("<line", line), 30);
  };
  EXPECT_EQ(bound(drawn[0]), bound(drawn[1]));
}

TEST(Picture, SaysHowGoodTheScheduleIs) {
  const CommunicationMatrix matrix({{{1, 6}, {2, 3}}, {{2, 6}}, {}});
  const Schedule schedule = make_schedule(matrix, {.algorithm = Algorithm::linear});
  const std::string svg = picture(schedule, matrix, "three ranks & two lengths");
  EXPECT_THAT(
      svg, HasSubstr("linear: 2 phases (direct bound 2), longest transfers 9 units in all, 1 x the bound"));
  EXPECT_THAT(svg, HasSubstr("three ranks &amp; two lengths"));
  EXPECT_THAT(svg, HasSubstr("lower bound 9"));
}

TEST(Picture, IsWellFormedForAnyNumberOfRanks) {
  for (const int ranks : {1, 2, 31, 128}) {
    const CommunicationMatrix matrix = make_random_matrix({ranks, ranks / 4}, 1);
    const std::string svg = picture(make_schedule(matrix, {.algorithm = Algorithm::rs_n}), matrix, "x");
    EXPECT_THAT(svg, testing::StartsWith("<svg "));
    EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
  }
}

TEST(Svg, TextIsEscaped) { EXPECT_EQ(escaped("a<b> & \"c\"\n"), "a&lt;b&gt; &amp; &quot;c&quot; "); }

TEST(Svg, ColoursGoFromVioletToYellow) {
  EXPECT_EQ(viridis(0), "#440154");
  EXPECT_EQ(viridis(1), "#fde725");
  EXPECT_EQ(viridis(-3), viridis(0));
}

TEST(Appraisal, IsTheMeanOverTheSamples) {
  const std::vector<CommunicationMatrix> matrices{
      CommunicationMatrix({{{1, 4}}, {}, {}}),
      CommunicationMatrix({{{1, 1}, {2, 1}}, {{2, 3}}, {}}),
  };
  const Appraisal a =
      try_out(matrices, {.algorithm = Algorithm::linear, .machine = machine_named("mesh:3x1", 3)}).appraisal;
  EXPECT_EQ(a.samples, 2);
  EXPECT_EQ(a.phases_max, 2);
  EXPECT_DOUBLE_EQ(a.phases_mean, 2) << "empty ones count";
  EXPECT_DOUBLE_EQ(a.degree_mean, 1.5);
  EXPECT_DOUBLE_EQ(a.longest_sum_over_bound, 1) << "4 of 4, and 3 + 1 of 4";
  EXPECT_EQ(a.link_conflicts, 0.0);
  EXPECT_EQ(a.fault, std::nullopt);
}

TEST(Appraisal, ReportsFaults) {
  const CommunicationMatrix matrix({{{1, 4}}, {}});
  const Schedule right = make_schedule(matrix, {.algorithm = Algorithm::rs_n});
  const Schedule right_backward = reverse(right, matrix);
  EXPECT_EQ(appraise(matrix, {right, right_backward}, 0).fault, std::nullopt);

  const auto without_receives = [](Schedule schedule) {
    for (PhaseTable& table : schedule.tables) table.receives.clear();
    return schedule;
  };
  EXPECT_THAT(appraise(matrix, {without_receives(right), right_backward}, 0).fault.value_or(""),
              HasSubstr("the message from rank 0 to rank 1"));
  EXPECT_THAT(appraise(matrix, {right, without_receives(right_backward)}, 0).fault.value_or(""),
              HasSubstr("in reverse, the message from rank 1 to rank 0"));
}

}  // namespace
}  // namespace partita::phases
