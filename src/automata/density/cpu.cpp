#include "automata/density/density.hpp"
namespace repose::density {
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions&) { return make_scalar_solver(); }  // PLACEHOLDER until the fast backend lands
}
