#pragma once
/// \file Chart of link usage: the links that each message occupies in each phase.

#include <string>

#include <partita/schedule/schedule.hpp>

namespace partita::phases {

/// Bokhari 1991, figures 5 to 9. Rows are messages (source->destination), columns are links. A cell shows the
/// step in which the message uses the link, or a dot. Step k is phase k-1; steps over 9 are a, b, ..., and
/// decimal if letters do not suffice. Links are grouped by the place that they leave (in a hypercube the link
/// across the highest bit first). As in the paper, sources that share no links with the rest have a chart of
/// their own. Every message has its own row, even if two pass each other (his figure 8 draws each pair once).
/// Every rank also has a row without links, to itself.
///
/// The steps of unordered schedules are the order in which the links accept the messages, see
/// `unsynchronised`. Three lines above the charts give the number of steps and the order of the links of a
/// place.
///
/// The machine must have links.
std::string link_chart(const Schedule& schedule, const Machine& machine);

}  // namespace partita::phases
