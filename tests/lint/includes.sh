#!/bin/sh
# includes.sh ROOT: who may include whom.
#
#   tools/cli -> job -> report -> host -> config, core -> util -> <ratchet/...>
#   tools/ratchetd -> service, config; service -> job/frame.h, util; neither ever meets a plugin
#   plugins and rules: <ratchet/...>, libc and headers beside them; a format also the library of its format
#
# and each foreign library at home in one place.
cd "$1" || exit 99

find engine plugins rules tools -name '*.[ch]' -exec grep -HE '^[[:blank:]]*#[[:blank:]]*include' {} + | awk '
    BEGIN {
        allow("util", "")
        allow("config", "util")
        allow("core", "util")
        allow("host", "config core util")
        allow("trial", "util")
        allow("report", "host config core util")
        allow("job", "report host config core util")
        allow("cli", "job report trial host config core util")
        allow("service", "util job/frame.h")
        allow("ratchetd", "service config util job/frame.h")
        home["ini.h"] = "engine/config"
        home["dlfcn.h"] = "engine/host tools/bench"
        home["cairo.h"] = home["librsvg/rsvg.h"] = "tools/png"
        home["uv.h"] = home["sqlite3.h"] = "engine/service"
        home["jansson.h"] = "engine/report engine/service engine/util tools"
        split("assert ctype errno float inttypes limits math stdalign stdarg stdbool stddef stdint stdio stdlib " \
              "stdnoreturn string strings immintrin cpuid", name, " ")
        for (i in name)
            libc[name[i] ".h"]
        split("libxml png zlib", name, " ")
        for (i in name)
            format_library[name[i]]
    }
    function allow(layer, list,    part, i) {
        split(list, part, " ")
        allowed[layer, layer]
        for (i in part)
            allowed[layer, part[i]]
    }
    function refuse(why) {
        print file ": includes " (quoted ? "\"" header "\"" : "<" header ">") ": " why
        bad = 1
    }
    function beside(    path, got, line) {
        path = file
        sub(/[^\/]*$/, "", path)
        got = (getline line < (path header)) >= 0
        close(path header)
        return got
    }
    # engine/include holds the public headers: they build on each other and on libc.
    function judge_public() {
        if (quoted || header !~ /^ratchet\// && !(header in libc))
            refuse("a public header includes <ratchet/...> and libc only")
    }
    function judge_plugin(    library) {
        library = header
        sub(/[\/.].*/, "", library)
        if (quoted && (header ~ /\// || !beside()))
            refuse("a plugin includes its own headers from its own folder only")
        else if (!quoted && header !~ /^ratchet\/[^-]/ && !(header in libc) && !(library in format_library))
            refuse("a plugin includes <ratchet/...>, libc and headers beside it only")
    }
    function judge_layer(layer,    target) {
        target = header
        sub(/\/.*/, "", target)
        if (quoted && !((layer, target) in allowed) && !((layer, header) in allowed) && !(part[1] == "tools" && beside()))
            refuse(layer " may not look there")
    }
    {
        file = $0
        sub(/:.*/, "", file)
        quoted = $0 ~ /include[[:blank:]]*"/
        header = $0
        sub(/^[^"<]*["<]/, "", header)
        sub(/[">].*/, "", header)
        split(file, part, "/")

        if (header in home && index(" " home[header] " ", " " part[1] "/" part[2] " ") == 0 && \
            index(" " home[header] " ", " " part[1] " ") == 0)
            refuse("its home is " home[header])
        else if (file ~ /^engine\/include\//)
            judge_public()
        else if (part[1] == "plugins" || part[1] == "rules")
            judge_plugin()
        else if (part[1] == "engine")
            judge_layer(part[2])
        else if (part[1] == "tools" && (part[2] == "cli" || part[2] == "ratchetd"))
            judge_layer(part[2])
    }
    END { exit bad }'
