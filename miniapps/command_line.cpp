#include "miniapps/command_line.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>

#include <CLI/CLI.hpp>

#include <partita/support/atomic_file.hpp>
#include <partita/support/version.hpp>

namespace partita {

Check file_name() {
  return [](const std::string& given) {
    return given.starts_with('-') ? "wants a file, not " + given : std::string();
  };
}

Check existing_file() {
  return [](const std::string& given) { return CLI::ExistingFile(given); };
}

void refuse_to_overwrite(const std::vector<NamedFile>& written, const std::vector<NamedFile>& read) {
  for (auto one = written.begin(); one != written.end(); ++one) {
    for (auto before = written.begin(); before != one; ++before)
      if (same_file(before->path, one->path))
        throw Error(before->name, " and ", one->name, " are both ", before->path,
                    "; give them names of their own");
    for (const auto& [what, path] : read)
      if (same_file(one->path, path))
        throw Error(one->path, " is ", what, ", which would be overwritten; write to another file");
  }
}

using Option = CommandLine::Option;

Option Option::check(const Check& check) const {
  option_->check(check, "");
  return *this;
}
Option Option::one_of(const std::vector<std::string>& words) const {
  option_->check(CLI::IsMember(words));
  return *this;
}
Option Option::needs(const char* other) const {
  option_->needs(other);
  return *this;
}
Option Option::excludes(const char* other) const {
  option_->excludes(other);
  return *this;
}
Option Option::delimiter(char between_values) const {
  option_->delimiter(between_values);
  return *this;
}
Option Option::required() const {
  option_->required();
  return *this;
}
Option Option::shown_as(const std::string& preset) const {
  option_->default_str(preset);
  return *this;
}

CommandLine::CommandLine(const char* name, const std::string& description, const std::string& footer,
                         std::size_t column_width)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->footer(footer);
  app_->set_version_flag(
      "--version", [] { return version().in_words(); }, "Print versions and exit");
  app_->add_option("--profile", profile_, "Where the time goes, as PARTITA_PROFILE says it")
      ->type_name("FILE");
  app_->option_defaults()->always_capture_default();
  app_->get_formatter()->column_width(column_width);
}

CommandLine::~CommandLine() = default;

// A script that passes on a variable that is not set must not get the preset in silence.
template <class T>
Option CommandLine::add(const char* name, T& value, const std::string& help, const char* type) {
  CLI::Option* const option = app_->add_option(name, value, help);
  option->check([](const std::string& given) { return given.empty() ? "wants a value, not \"\"" : ""; }, "");
  if (type) option->type_name(type);
  return grouped(option);
}

template Option CommandLine::add(const char*, int&, const std::string&, const char*);
template Option CommandLine::add(const char*, std::int64_t&, const std::string&, const char*);
template Option CommandLine::add(const char*, std::uint64_t&, const std::string&, const char*);
template Option CommandLine::add(const char*, double&, const std::string&, const char*);
template Option CommandLine::add(const char*, std::string&, const std::string&, const char*);
template Option CommandLine::add(const char*, std::optional<int>&, const std::string&, const char*);
template Option CommandLine::add(const char*, std::vector<int>&, const std::string&, const char*);
template Option CommandLine::add(const char*, std::vector<std::size_t>&, const std::string&, const char*);
template Option CommandLine::add(const char*, std::vector<std::int64_t>&, const std::string&, const char*);
template Option CommandLine::add(const char*, std::vector<double>&, const std::string&, const char*);
template Option CommandLine::add(const char*, std::vector<std::string>&, const std::string&, const char*);

Option CommandLine::grouped(CLI::Option* option) const {
  if (!group.empty()) option->group(group);
  return Option(option);
}

Option CommandLine::add_flag(const char* name, bool& value, const std::string& help) {
  return grouped(app_->add_flag(name, value, help));
}

Option CommandLine::add_flag(const char* name, const std::string& help) {
  return grouped(app_->add_flag(name, help));
}

bool CommandLine::is_given(const char* name) const { return app_->count(name) > 0; }

std::vector<std::string> CommandLine::given_of(const std::string& heading) const {
  std::vector<std::string> given;
  for (const CLI::Option* option : std::as_const(*app_).get_options())
    if (option->count() > 0 && option->get_group() == heading) given.push_back(option->get_name());
  return given;
}

bool CommandLine::parse(std::vector<std::string> arguments, std::string& message, int& exit_code) {
  exit_code = 2;
  const auto wrong_use = [&](const std::exception& error) {
    const std::string& name = app_->get_name();
    message = text(name, ": ", error.what(), "; ", name, " --help explains the options\n");
  };
  try {
    std::ranges::reverse(arguments);  // CLI11 expects this order
    app_->parse(std::move(arguments));
    for (const auto& call : afterwards) call();
    return true;
  } catch (const CLI::CallForHelp&) {
    message = app_->help();
    exit_code = 0;
  } catch (const CLI::CallForVersion& words) {
    message = words.what();
    exit_code = 0;
  } catch (const CLI::ParseError& error) {
    wrong_use(error);
  } catch (const UsageError& error) {
    wrong_use(error);
  } catch (const Error& error) {
    message = text(app_->get_name(), ": ", error.what(), "\n");
  }
  return false;
}

std::optional<int> CommandLine::parse(std::vector<std::string> arguments, bool says) {
  std::string message;
  int exit_code = 0;
  if (parse(std::move(arguments), message, exit_code)) return std::nullopt;
  if (says) std::fputs(message.c_str(), exit_code == 0 ? stdout : stderr);
  return exit_code;
}

}  // namespace partita
