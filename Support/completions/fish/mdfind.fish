# SPDX-License-Identifier: Apache-2.0
# Fish completions for Searchlight's tools. Options and their arguments come from the help of each tool; completions of queries come from mdfind.

# Attributes, and the free-text keywords for some of them.
function __searchlight_attributes
    string split ' ' 'author created date kind modified name size title'
    mdimport -A 2>/dev/null | string replace -rf "^'([^']*)'\t'[^']*'\t'(.*)'\$" '$1\t$2'
end

function __searchlight_types
    mdfind -complete 'kMDItemContentType == ' 2>/dev/null | tail -n +2
end

# Programs that have an index.
function __searchlight_programs
    mdutil -s 2>/dev/null | string replace -rf '^([^\t/,][^,]*), (default )?index.*:$' '$1' | sort -u
end

function __searchlight_extensions
    mdutil -extensions 2>/dev/null | string replace -rf '^([^\t].*):$' '$1'
end

function __searchlight_query
    # The word without its quote or backslashes.
    set -l text (commandline -ct | string replace -r '^[\'"]' '' | string replace -ra '\\\\(.)' '$1' | string collect)
    set -l lines (mdfind -complete "$text" 2>/dev/null)
    # The first line is the end of the text, which candidates replace.
    set -l kept (math (string length -- "$text") - (string length -- "$lines[1]"))
    for line in $lines[2..-1]
        echo (string sub -l $kept -- "$text" | string collect)$line
    end
end

# Lines of a help that continue the description of an option are joined with it.
function __searchlight_help -a tool
    $tool -help 2>/dev/null | awk '/^  -/ { if (text) print text; text = $0; next } text && sub(/^ +/, " ") { text = text $0; next } { if (text) print text; text = "" }'
end

function __searchlight_options -a tool
    for line in (__searchlight_help $tool)
        set -l parts (string match -r '^  -([^ ]+)( ([^ ]+))?  +(.*)$' -- $line)
        set -l option -c $tool -d "$parts[-1]"
        if test (string length -- $parts[2]) = 1
            set -a option -s $parts[2]
        else
            set -a option -o $parts[2] -l $parts[2]
        end
        switch (test (count $parts) = 5; and echo $parts[4])
            case ''
            case ATTRIBUTE
                set -a option -x -a '(__searchlight_attributes)'
            case DIRECTORY
                set -a option -x -a '(__fish_complete_directories)'
            case FILE
                set -a option -r
            case LEVEL
                set -a option -x -a '1 2 3'
            case 'on|off'
                set -a option -x -a 'on off'
            case TYPE 'IMPORTER|TYPE' 'IMPORTER|TYPE|EXTENSION'
                set -a option -x -a '(__searchlight_types)'
            case PROGRAM
                set -a option -x -a '(__searchlight_programs)'
            case QUERY
                set -a option -x -a '(__searchlight_query)'
            case 'QUERY|PATH'
                set -a option -r -a '(__searchlight_query)'
            case SEARCH
                set -a option -x -a '(mdfind -list-searches 2>/dev/null)'
            case WHEN
                set -a option -x -a 'auto always never'
            case '*'
                set -a option -x
        end
        complete $option
    end
end

for tool in mdfind mdls mdimport mdutil mds searchlight-mcp
    complete -c $tool -e
    __searchlight_options $tool
end
complete -c mdfind -f -a '(__searchlight_query)'
complete -c mds -f
complete -c searchlight-mcp -f
complete -c mdutil -n __fish_is_first_arg -a pause -d 'Pause bulk work.'
complete -c mdutil -n __fish_is_first_arg -a resume -d 'End a pause.'
# Two options in one word are in no help.
complete -c mdutil -o cr -x -a '(__searchlight_extensions)' -d 'Make an index extension add items again.'
