/** Shell: the words of every process that is seen, a line each. A machine may have no `ps`, and a list that is empty proves nothing. */
export const PROCESSES = 'for c in /proc/[0-9]*/cmdline; do tr "\\0" " " < $c; echo; done 2>/dev/null'

/** Shell: the state and the name of each, as in `Z (sleep)`. */
export const STATES = String.raw`sed -E 's/^[0-9]+ (\(.*\)) (.) .*/\2 \1/' /proc/[0-9]*/stat 2>/dev/null`
