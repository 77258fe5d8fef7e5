# Headers begin with "#pragma once" and "/// \file What the file is about."; Doxygen takes the word behind \file for a
# file's name. The text goes to a line of its own, in place of the pragma, so that line numbers in warnings stay true.
1{/^#pragma once$/d}
s|^/// \\file |/// \\file\n/// |
# The header for C, partita.h, has no pragma; its text stays on the line.
s|^/\*! \\file |/*! \\file partita.h \\brief |
