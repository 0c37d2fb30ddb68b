#!/bin/sh
# The command `masquerade` on a machine where it is a service: as the service's user, with its settings, on its games.
#   install -m 0755 deploy/masquerade.sh /usr/local/bin/masquerade
# Files are named in full, where the service's user may read and write: masquerade backup /var/lib/masquerade/today.sqlite3
exec systemd-run --quiet --wait --collect --pipe --pty --uid masquerade \
  --working-directory /opt/masquerade \
  --property EnvironmentFile=-/etc/masquerade.env \
  --setenv MASQUERADE_DATA=/var/lib/masquerade \
  --setenv HOME=/var/lib/masquerade \
  --property UMask=0077 \
  -- /opt/masquerade/.venv/bin/masquerade "$@"
