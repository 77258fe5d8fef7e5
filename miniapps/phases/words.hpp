#pragma once
/// \file Numbers in readable form.

#include <string>
#include <string_view>

namespace partita::phases {

/// "1 rank", "2 ranks", "2.5 ranks".
std::string counted(double number, std::string_view noun);

/// "900 bytes", "1.304 kB", "2 GB": powers of a thousand, as for disks and networks.
std::string volume(double bytes);

}  // namespace partita::phases
