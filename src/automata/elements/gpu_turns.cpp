#include "automata/elements/gpu_turns.hpp"

#include "automata/elements/gpu_rules.hpp"

namespace repose::elements {

void set_pass(const Program& program, const GpuPass& pass) {
  const Parameters& parameters = pass.parameters;
  const std::uint32_t switches = (parameters.walls ? on::walls : 0) | (parameters.gravity ? on::gravity : 0) |
                                 (parameters.energy ? on::energy : 0) |
                                 (parameters.interactions ? on::interactions : 0);
  glUniform2i(program.uniform("u_size"), pass.width, pass.height);
  glUniform1i(program.uniform("u_block"), parameters.block);
  glUniform2i(program.uniform("u_period"), pass.lattice.period_x(), pass.lattice.period_y());
  glUniform1i(program.uniform("u_pass"), pass.number);
  glUniform1i(program.uniform("u_first_column"), pass.lattice.first_column());
  glUniform2i(program.uniform("u_blocks"), pass.lattice.columns(), pass.lattice.rows());
  glUniform1ui(program.uniform("u_rows"), pass.rows);
  glUniform1ui(program.uniform("u_turns"), pass.turns);
  glUniform1ui(program.uniform("u_switches"), switches);
  glUniform1i(program.uniform("u_ambient"), parameters.ambient_energy());
}

}  // namespace repose::elements
