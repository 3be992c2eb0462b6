#!/bin/sh
# unit_test.sh UNIT TAP.SH: how exposed the service is, as systemd sees it.
unit=$1
. "$2"
if command -v systemd-analyze >/dev/null; then
    systemd-analyze security --offline=true --threshold=15 "$unit" >/dev/null
    report $? 'exposure of the service is at most 1.5'
else
    skip 'exposure of the service is at most 1.5' 'systemd-analyze is not there'
fi
for line in Type=notify OOMPolicy=continue MemoryMax= TasksMax= WatchdogSec= StateDirectory= RuntimeDirectory= KillMode=mixed; do
    grep -q "^$line" "$unit"
    report $? "the unit sets $line"
done
plan
