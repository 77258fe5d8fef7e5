// Trilinos' Tpetra: an Import from the owned values to the ghosts alone, and the same Import in reverse. With
// the owned values in the target it would copy all of them each time. Its vectors are views of the field.
#include "variant.hpp"

#ifdef PARTITA_WITH_TPETRA
#include <Teuchos_DefaultMpiComm.hpp>
#include <Tpetra_Import.hpp>
#include <Tpetra_Map.hpp>
#include <Tpetra_MultiVector.hpp>

namespace partita::bench {

namespace {

using Map = Tpetra::Map<>;
using Vectors = Tpetra::MultiVector<double>;
using Global = Map::global_ordinal_type;

class TpetraImport final : public Variant {
 public:
  TpetraImport(const AccessPattern& pattern, const Field& field)
      : TpetraImport(maps(pattern), pattern, field) {}

  void gather() override { ghosts_.doImport(owned_, import_, Tpetra::INSERT); }
  void scatter_add() override { owned_.doExport(ghosts_, import_, Tpetra::ADD); }

 private:
  struct Maps {
    Teuchos::RCP<const Map> owned, ghosts;
  };

  // Numbers the vertices rank by rank.
  static Maps maps(const AccessPattern& pattern) {
    const auto comm = Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_WORLD));
    const auto unknown = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
    const auto owned = Teuchos::rcp(new Map(unknown, static_cast<std::size_t>(pattern.owned()), 0, comm));
    std::vector<Global> first(static_cast<std::size_t>(comm->getSize()));
    const Global mine = owned->getMinGlobalIndex();
    Teuchos::gatherAll(*comm, 1, &mine, comm->getSize(), first.data());
    std::vector<Global> ghosts;
    for (const Location& ghost : pattern.ghost_locations())
      ghosts.push_back(first[static_cast<std::size_t>(ghost.rank)] + ghost.index);
    return {owned, Teuchos::rcp(new Map(unknown, ghosts.data(), pattern.ghosts(), 0, comm))};
  }

  // `vertices` of the field from `first` on, component by component.
  static Vectors::dual_view_type view(const Field& field, local_index first, local_index vertices) {
    const Vectors::dual_view_type::t_dev all(field.values, field.vertices, field.components);
    const Vectors::dual_view_type::t_dev part =
        Kokkos::subview(all, std::pair<std::size_t, std::size_t>(first, first + vertices), Kokkos::ALL());
    return {part, part};
  }

  TpetraImport(const Maps& maps, const AccessPattern& pattern, const Field& field)
      : import_(maps.owned, maps.ghosts),
        owned_(maps.owned, view(field, 0, pattern.owned())),
        ghosts_(maps.ghosts, view(field, pattern.first_ghost(), pattern.ghosts())) {}

  Tpetra::Import<> import_;
  Vectors owned_, ghosts_;
};

}  // namespace

std::vector<Kind> tpetra_import() {
  return {{"Tpetra Import", Family::peer,
           [](const AccessPattern& pattern, const Field& field) {
             return std::make_unique<TpetraImport>(pattern, field);
           },
           /*is_pick=*/false, Layout::by_component}};
}

}  // namespace partita::bench

#else

namespace partita::bench {

std::vector<Kind> tpetra_import() { return {}; }

}  // namespace partita::bench

#endif
