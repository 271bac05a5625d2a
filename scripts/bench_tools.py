"""What scripts/bench and scripts/bench-gpu share: building repose-cli, and rows of `repose-cli bench`."""

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(preset):
    """Builds repose-cli and returns its path."""
    steps = f"configure {preset} && build {preset} repose-cli"
    subprocess.run(["bash", "-c", f'set -euo pipefail; source "{ROOT}/scripts/common.sh" && {steps}'], check=True,
                   cwd=ROOT)
    return ROOT / "build" / preset / "repose-cli"


def commit():
    """The commit of the checkout; `unknown` in a copy without git."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    return (git("rev-parse", "--short", "HEAD") or "unknown") + (
        ", with changes" if git("status", "--porcelain", "-uno") else "")


def bench(program, words, seconds, timeout=None):
    """The JSON of one `repose-cli bench`; None if it failed. Raises subprocess.TimeoutExpired."""
    done = subprocess.run([program, "bench", "--json", "--seconds", str(seconds), *words], stdout=subprocess.PIPE,
                          text=True, timeout=timeout)
    return json.loads(done.stdout) if done.stdout else None
