# Completion of mdfind for fish.
function __searchlight_attributes
    mdimport -A 2>/dev/null | string replace -rf "^'([^']*)'\t'[^']*'\t'(.*)'\$" '$1\t$2'
end

function __searchlight_searches
    set -l folder (set -q XDG_DATA_HOME; and echo $XDG_DATA_HOME; or echo ~/.local/share)/searchlight/searches
    path basename -E $folder/*.savedSearch 2>/dev/null | string replace -r '\.savedSearch$' ''
end

function __searchlight_times
    for period in now today yesterday tomorrow {this,last,next}_{week,month,year} 'iso('
        echo "\$time.$period"
    end
end

complete -c mdfind -f -a '(__searchlight_attributes)'
complete -c mdfind -f -n 'string match -q \'$*\' -- (commandline -ct)' -a '(__searchlight_times)'
complete -c mdfind -o onlyin -x -a '(__fish_complete_directories)' -d 'Look only in this folder'
complete -c mdfind -o name -x -d 'Find by a part of the name'
complete -c mdfind -s s -x -a '(__searchlight_searches)' -d 'Run a saved search'
complete -c mdfind -o save -x -d 'Keep as a saved search'
complete -c mdfind -o literal -d 'Take the query for a predicate'
complete -c mdfind -o interpret -d 'Take the query for words'
complete -c mdfind -o count -d 'Print the number of files'
complete -c mdfind -o limit -x -d 'Print at most so many'
complete -c mdfind -o sort -x -a '(__searchlight_attributes)' -d 'Order by an attribute'
complete -c mdfind -o attr -x -a '(__searchlight_attributes)' -d 'Print an attribute'
complete -c mdfind -s 0 -d 'End paths with NUL'
complete -c mdfind -l json -d 'Print objects'
complete -c mdfind -o color -x -a 'auto always never' -d 'Colour names'
complete -c mdfind -o live -d 'Stay and follow changes'
complete -c mdfind -o reprint -d 'Print everything again after a change'
complete -c mdfind -o store -x -a '(__fish_complete_directories)' -d 'Use the index in a folder'
complete -c mdfind -l help -d 'Show help'
