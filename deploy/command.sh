#!/bin/sh
# Runs a command of the operator beside deploy/semblance.service, as its user and with its settings:
#   /opt/semblance/deploy/command.sh staff:add ada@example.com
set -eu
export NODE_ENV=production SAMPLE_DATA=off DATA_DIR=/var/lib/semblance KEY_DIR=/var/lib/semblance-keys SECRET_KEY_FILE=/etc/semblance/secret-key
set -a
. /etc/semblance/environment
set +a
cd /opt/semblance
name=$1
shift
exec setpriv --reuid=semblance --regid=semblance --init-groups node_modules/.bin/node --run "$name" -- "$@"
