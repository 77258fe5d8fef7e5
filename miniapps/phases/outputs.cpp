#include "outputs.hpp"

#include <cstddef>
#include <utility>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

namespace partita::phases {

namespace {

struct Output {
  std::string option;
  std::filesystem::path file;
};

std::vector<Output> named_outputs(const Options& options) {
  std::vector<Output> all;
  if (!options.json.empty()) all.push_back({"--json", options.json});
  for (const auto& [option, name] : {std::pair("--svg", options.svg), std::pair("--save", options.save)}) {
    if (name.empty()) continue;
    if (options.algorithms.empty()) all.push_back({option, name});
    for (const Algorithm algorithm : options.algorithms)
      all.push_back({option, file_of(name, algorithm, options)});
  }
  return all;
}

}  // namespace

std::filesystem::path file_of(const std::string& name, Algorithm algorithm, const Options& options) {
  std::filesystem::path path = name;
  if (options.algorithms.size() > 1)
    path.replace_filename(text(path.stem().string(), ".", name_of(algorithm), path.extension().string()));
  return path;
}

std::vector<std::filesystem::path> outputs_of(const Options& options) {
  std::vector<std::filesystem::path> files;
  for (Output& output : named_outputs(options)) files.push_back(std::move(output.file));
  return files;
}

void check_outputs(const Options& options) {
  const std::pair<const char*, std::string> inputs[] = {
      {"the mesh", options.mesh},
      {"the matrix", options.matrix},
      {"the schedule to load", options.load},
      {"the machine", std::filesystem::exists(options.machine) ? options.machine : std::string()}};
  const std::vector<Output> outputs = named_outputs(options);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const auto& [option, file] = outputs[k];
    for (const auto& [what, input] : inputs)
      if (same_file(file, input))
        throw UsageError(text(file.string(), " is ", what, ", which would be overwritten; ", option,
                              " needs another file"));
    for (std::size_t before = 0; before < k; ++before)
      if (same_file(file, outputs[before].file))
        throw UsageError(text(outputs[before].option, " and ", option, " are both ", file.string(),
                              "; give them names of their own"));
  }
}

}  // namespace partita::phases
