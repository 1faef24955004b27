# Completion of mdls for fish.
function __searchlight_attribute_names
    mdimport -A 2>/dev/null | string replace -rf "^'([^']*)'\t'[^']*'\t'(.*)'\$" '$1\t$2'
end

complete -c mdls -o name -s n -x -a '(__searchlight_attribute_names)' -d 'Print only this attribute'
complete -c mdls -o raw -s r -d 'Print values only'
complete -c mdls -o nullMarker -x -d 'For what is not set'
complete -c mdls -o plist -r -d 'Write a property list'
complete -c mdls -l json -d 'Print an array of objects'
complete -c mdls -o store -x -a '(__fish_complete_directories)' -d 'Use the index in a folder'
complete -c mdls -l help -d 'Show help'
