#include "repose/registry.hpp"

#include "automata/conserving/conserving.hpp"
#include "automata/density/density.hpp"
#include "automata/elements/elements.hpp"
#include "automata/fastsab/fastsab.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "automata/tiles/tiles.hpp"
#include "automata/water/water.hpp"

namespace repose {

void Registry::add(SolverEntry entry) {
  for (SolverEntry& known : solvers_) {
    if (known.automaton == entry.automaton && known.backend == entry.backend) {
      known = std::move(entry);
      return;
    }
  }
  solvers_.push_back(std::move(entry));
}

const AutomatonInfo* Registry::automaton(std::string_view name) const {
  for (const AutomatonInfo& info : automata_) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

const SolverEntry* Registry::solver(std::string_view automaton, Backend backend) const {
  for (const SolverEntry& entry : solvers_) {
    if (entry.automaton == automaton && entry.backend == backend) return &entry;
  }
  return nullptr;
}

namespace {
SolverEntry not_built(std::string_view automaton) {
  return {automaton, Backend::gpu, "this build has no OpenGL", nullptr};
}

SolverEntry one_after_another(std::string_view automaton) {
  return {automaton, Backend::gpu, "its cells take their turns one after another, which no GPU does well", nullptr};
}
}  // namespace

Registry make_registry() {
  Registry registry;
  registry.add(AutomatonInfo{"density", "Density (sand.js)",
                             "Cells fall, rise and react by density, all at once, as in sand.js.", Determinism::exact,
                             125, true});
  registry.add({"density", Backend::scalar, "",
                [](const SolverOptions&, std::string&) { return density::make_scalar_solver(); }});
  registry.add({"density", Backend::cpu, "",
                [](const SolverOptions& options, std::string&) { return density::make_cpu_solver(options); }});
  registry.add(not_built("density"));

  registry.add(AutomatonInfo{
      "conserving", "Conserving",
      "Cells fall, slide, flow and react by density, pair by pair: nothing is ever lost, liquids level out.",
      Determinism::exact, 125, true});
  registry.add({"conserving", Backend::scalar, "",
                [](const SolverOptions&, std::string&) { return conserving::make_scalar_solver(); }});
  registry.add({"conserving", Backend::cpu, "",
                [](const SolverOptions& options, std::string&) { return conserving::make_cpu_solver(options); }});
  registry.add(not_built("conserving"));

  registry.add(
      AutomatonInfo{"elements", "Elements (wxSand)",
                    "Elements fall, flow, burn, conduct heat and explode by chance, one after another, as in wxSand.",
                    Determinism::exact, 30, true});
  registry.add({"elements", Backend::scalar, "",
                [](const SolverOptions&, std::string&) { return elements::make_scalar_solver(); }});
  registry.add({"elements", Backend::cpu, "",
                [](const SolverOptions& options, std::string&) { return elements::make_cpu_solver(options); }});
  registry.add(not_built("elements"));

  registry.add(
      AutomatonInfo{"fastsab", "FastSAB (Sand And Below)",
                    "Grains fall, slide whole columns and dissolve, one column after another, as in Sand And Below.",
                    Determinism::exact, 160, true, "fastsab.cfg", name_the_unmoving});
  registry.add({"fastsab", Backend::scalar, "",
                [](const SolverOptions&, std::string&) { return fastsab::make_scalar_solver(); }});
  registry.add({"fastsab", Backend::cpu, "",
                [](const SolverOptions& options, std::string&) { return fastsab::make_cpu_solver(options); }});
  registry.add(one_after_another("fastsab"));

  registry.add(
      AutomatonInfo{"tiles", "Falling tiles (Elsts)",
                    "Tiles fall, roll and level out in place, from the bottom row up, as in Elsts' water simulation.",
                    Determinism::exact, 60, true, "tiles.cfg", name_the_unmoving});
  registry.add(
      {"tiles", Backend::scalar, "", [](const SolverOptions&, std::string&) { return tiles::make_scalar_solver(); }});
  registry.add({"tiles", Backend::cpu, "",
                [](const SolverOptions& options, std::string&) { return tiles::make_cpu_solver(options); }});
  registry.add(one_after_another("tiles"));

  registry.add(AutomatonInfo{"water", "Pressure water",
                             "Water has mass and pressure: it finds its level through pipes and over weirs.",
                             Determinism::exact, 120, false, "water.cfg"});
  registry.add(
      {"water", Backend::scalar, "", [](const SolverOptions&, std::string&) { return water::make_scalar_solver(); }});
  registry.add({"water", Backend::cpu, "",
                [](const SolverOptions& options, std::string&) { return water::make_cpu_solver(options); }});
  registry.add(not_built("water"));

  registry.add(
      AutomatonInfo{"sandpile", "Sandpile (heights)",
                    "Sand without grains, seen from above: every stack gives to lower neighbours until it is stable.",
                    Determinism::exact, 120, false, "sandpile.cfg"});
  registry.add({"sandpile", Backend::scalar, "",
                [](const SolverOptions&, std::string&) { return sandpile::make_scalar_solver(); }});
  registry.add({"sandpile", Backend::cpu, "",
                [](const SolverOptions& options, std::string&) { return sandpile::make_cpu_solver(options); }});
  registry.add(not_built("sandpile"));
  return registry;
}

}  // namespace repose
