// The floor: packing into private memory, or adding from it, without messages. No exchange that packs can be
// faster.
#include "packing.hpp"
#include "variant.hpp"

namespace partita::bench {

namespace {

class PackFloor final : public Variant {
 public:
  PackFloor(const AccessPattern& pattern, const Field& field)
      : pattern_(pattern), field_(field), packed_(packing_buffer(pattern, field)) {}

  void gather() override { pack(pattern_, field_, packed_.data()); }
  void scatter_add() override { unpack_add(pattern_, packed_.data(), field_); }

 private:
  AccessPattern pattern_;
  Field field_;
  std::vector<double> packed_;
};

}  // namespace

Kind pack_floor() {
  return {"floor", Family::floor, [](const auto& pattern, const Field& field) {
            return std::make_unique<PackFloor>(pattern, field);
          }};
}

}  // namespace partita::bench
