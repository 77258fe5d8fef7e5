#include <partita/schedule/topology/fat_tree.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

FatTree::FatTree(int arity, int levels) : arity_(arity), levels_(levels) {
  if (arity < 2 || levels < 1)
    throw Error(
        text("a fat tree needs an arity of at least 2 and at least 1 level, not ", arity, " and ", levels));
  for (int level = 0; level < levels; ++level) {
    if (nodes_ > (1 << 24) / arity) throw Error("a fat tree has at most 2^24 nodes");
    nodes_ *= arity;
  }
}

std::string FatTree::name() const { return text("fat_tree:", arity_, "x", levels_); }

// A switch's number has n-1 digits to base k; a node hangs under the switch of its upper n-1 digits. From
// level l-1 to level l, digit l-1 of the switch is a free choice, the others stay. So (level, the lower
// switch, the chosen digit) identifies the cable between the two: k^n of them a level. A cable is two links,
// up and down.
void FatTree::route(int from, int to, std::vector<int>& links) const {
  if (from == to) return;
  int summit = 0;  // level of the switches above both
  for (int a = from / arity_, b = to / arity_; a != b; a /= arity_, b /= arity_) ++summit;

  const auto up = [&](int level, int cable) { return 2 * (level * nodes_ + cable); };
  const auto down = [&](int level, int cable) { return up(level, cable) + 1; };
  std::vector<int> way_down{down(0, to)};
  links.push_back(up(0, from));
  // Switches on the path up, and on the path down.
  int above_from = from / arity_, above_to = to / arity_;
  int digit_weight = 1;
  for (int level = 1; level <= summit; ++level) {
    const int port = to / digit_weight % arity_;
    links.push_back(up(level, above_from * arity_ + port));
    // The switch below on the path down: digits under this level as chosen on the path up, this digit the
    // destination's.
    way_down.push_back(down(level, above_to * arity_ + port));
    const auto choose = [&](int number) {
      return number + (port - number / digit_weight % arity_) * digit_weight;
    };
    above_from = choose(above_from);
    above_to = choose(above_to);
    digit_weight *= arity_;
  }
  links.insert(links.end(), way_down.rbegin(), way_down.rend());
}

std::string FatTree::link_name(int link) const {
  const int level = link / (2 * nodes_);
  return text(link % 2 == 0 ? "up " : "down ", level, ".", link / 2 % nodes_);
}

}  // namespace partita::detail
