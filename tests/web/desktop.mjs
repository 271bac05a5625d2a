// Runs the programs of the desktop, for comparison.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// The exit status and the texts of `repose-cli ARGS`, as runProgram() returns them.
export function desktop(context, args) {
  const program = join(context.root, 'build/release/repose-cli');
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: context.root, encoding: 'utf8' });
  if (error) throw error;
  return { code: status, output: stdout, errors: stderr };
}
