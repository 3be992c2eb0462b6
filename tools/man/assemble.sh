#!/bin/sh
# assemble.sh PAGE OPTIONS SCDOC: the page with @OPTIONS@ replaced by that file, as roff on standard output.
set -e
sed -e "/^@OPTIONS@\$/{
r $2
d
}" "$1" | "$3"
