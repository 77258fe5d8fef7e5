#pragma once
/// \file Gather and scatter-add of values between owners and ghosts, by replaying phase tables.

#include <cstddef>
#include <span>

#include <partita/executor/plan.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

// INTERFACE PREVIEW (being implemented): what an application sees.
//
//   Exchange halo(loop.pattern());                        // collective; default plan
//   Exchange halo(loop.pattern(), plan);                  // plan: algorithm, protocol, phase tables
//   halo.gather(std::span<T> values);                     // owner -> ghosts
//   halo.scatter_add(std::span<T> values);                // ghosts -> owner, += ; ghost values are left as they are
//   halo.begin_gather(values);  ...  halo.finish_gather(values);
//   halo.begin_scatter_add(values); ... halo.finish_scatter_add(values);
//
// values.size() = k * pattern.local_size(): k components per value, contiguous (array of structures).
// T: any arithmetic type (gather: any trivially copyable type).

}  // namespace partita
