#pragma once
// The sections of docs/schedules.md: each returns its text.

#include <span>
#include <string>

#include "wings.hpp"

namespace partita::schedule_report {

std::string algorithms_section();  // the table of all algorithms

std::string phases_section();    // on random matrices, beside the papers' tables
std::string longest_section();   // sums of longest transfers on random matrices of many lengths
std::string balanced_section();  // `balanced` by start-up cost

std::string mesh_section(std::span<const Wing> wings);
std::string openfoam_section(std::span<const Wing> wings);  // another code's order beside `colouring`

std::string links_section();                                   // conflicts and exchanges on several machines
std::string complete_exchange_section();                       // Bokhari's step counts
std::string distributed_section(std::span<const Wing> wings);  // phases and rounds of the negotiation

}  // namespace partita::schedule_report
