#pragma once
/// \file Chart of link usage: which message occupies which link in which phase.

#include <string>

#include <partita/schedule/schedule.hpp>

namespace partita::phases {

/// Bokhari 1991, figures 5 to 9: messages down (source->destination), the links of their routes across, and
/// in the cells the step in which the message is sent; dots elsewhere. Step k is phase k-1; those over 9 are
/// a, b, ..., and decimal where letters do not suffice. Links stand in groups, each under the place they
/// leave from (in a hypercube the link across the highest bit first); as in the paper, sources that have no
/// links in common with the rest are a chart of their own. Every message has a row of its own, also where two
/// pass one another (his figure 8 draws each pair once), and every rank a row without one, to itself.
///
/// The steps of unordered schedules are those that links grant, see `unsynchronised`. Three lines above the
/// charts say how many there are, and in what order the links of a place stand.
///
/// The machine must have links.
std::string link_chart(const Schedule& schedule, const Machine& machine);

}  // namespace partita::phases
