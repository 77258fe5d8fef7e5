#include <map>
#include <utility>

#include <partita/schedule/direct/occupancy.hpp>

namespace partita::detail {

std::vector<Item> items_of(const CommunicationMatrix& matrix, const Machine& machine) {
  const int ranks = matrix.ranks();
  require_room(machine, ranks);
  std::vector<Item> items;
  std::map<std::pair<int, int>, std::size_t> item_of;  // by ends, of messages that wait for their opposite
  for (int from = 0; from < ranks; ++from)
    for (const auto [to, length] : matrix.destinations(from)) {
      const auto opposite = item_of.find({to, from});
      const std::size_t place = opposite == item_of.end() ? items.size() : opposite->second;
      const bool is_new = place == items.size();
      if (is_new) items.emplace_back();
      if (machine.rewards_exchanges) item_of.emplace(std::pair(from, to), place);

      Item& item = items[place];
      item.messages.push_back({from, to, 0, length});
      if (is_new) item.resources.insert(item.resources.end(), {from, ranks + to});
      if (is_new && machine.rewards_exchanges && from != to)
        item.resources.insert(item.resources.end(), {to, ranks + from});
      for (const int link : machine.route(from, to)) item.resources.push_back(2 * ranks + link);
    }
  return items;
}

Occupancy::Occupancy(const std::vector<Item>& items, std::size_t resources)
    : items_(items), phase_of_(items.size(), none), users_(resources) {}

std::vector<int> Occupancy::dissolve_phase() {
  std::vector<int> size(static_cast<std::size_t>(phases_), 0);
  for (const int phase : phase_of_) ++size[static_cast<std::size_t>(phase)];
  const auto smallest = static_cast<int>(std::min_element(size.begin(), size.end()) - size.begin());
  const int last = phases_ - 1;

  std::vector<int> dissolved = items_in(smallest);
  for (const int item : dissolved) remove(item);
  if (smallest != last)
    for (const int item : items_in(last)) {
      remove(item);
      put(item, smallest);
    }
  --phases_;
  return dissolved;
}

std::vector<int> Occupancy::items_in(int phase) const {
  std::vector<int> found;
  for (std::size_t item = 0; item < phase_of_.size(); ++item)
    if (phase_of_[item] == phase) found.push_back(static_cast<int>(item));
  return found;
}

void Occupancy::set(int item, int phase, int user) {
  for (const int resource : items_[static_cast<std::size_t>(item)].resources) {
    std::vector<int>& users = users_[static_cast<std::size_t>(resource)];
    if (users.size() <= static_cast<std::size_t>(phase))
      users.resize(static_cast<std::size_t>(phase) + 1, none);
    users[static_cast<std::size_t>(phase)] = user;
  }
  phase_of_[static_cast<std::size_t>(item)] = user == none ? none : phase;
}

}  // namespace partita::detail
