// A target needs a source: see PartitaHeaders.cmake.
