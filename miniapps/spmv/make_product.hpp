#pragma once
/// \file The product with the matrix of a problem.

#include <memory>

#include "problem.hpp"
#include "product.hpp"

namespace partita::spmv {

/// Distributes and inspects the matrix of the problem. Collective.
std::unique_ptr<Product> make_product(const Communicator& comm, const Problem& problem);

}  // namespace partita::spmv
