/** What charts and logs say, wherever they stand. */
export const telemetryMessages = {
  'telemetry.series': 'Series',
  'telemetry.logs': 'Logs',
  'telemetry.chart':
    '{label}. Arrow keys go through its moments, + and - look closer and less close, Enter shows what can be done.',
  'telemetry.menu': 'This moment',
  'telemetry.topology': 'Show the topology at this time',
  'telemetry.closer': 'Look closer',
  'telemetry.useRange': 'Ask for the time shown',
  'telemetry.follow': 'Follow',
  'telemetry.followTip': 'Read what is newest every few seconds',
  'telemetry.series.arrangement': 'Arrangement',
  'telemetry.series.together': 'Together',
  'telemetry.series.apart': 'Side by side',
  'telemetry.series.apartLeft': 'the first {count, number} stand side by side',
  'telemetry.notes': 'Notes',
  'telemetry.notes.warning': 'The endpoint warns: {text}',
  'telemetry.notes.query': '{text}',
  'telemetry.notes.series':
    '{count, number} of {of, number} series are shown, because all would be too many points. Choose a shorter time range or a longer step.',
  'telemetry.notes.malformed':
    '{count, plural, one {# value} other {# values}} could not be read and {count, plural, one {was} other {were}} left out.',
  'telemetry.notes.outside':
    '{count, plural, one {# value lies} other {# values lie}} outside the time that was asked for.',
  'telemetry.notes.skew':
    'The clock of the endpoint differs from this one by {count, plural, one {# second} other {# seconds}}; what is newest may be missing.',
  'telemetry.notes.timedOut': 'The endpoint ran out of time: there may be more.',
  'telemetry.notes.shards': '{count, number} of {of, number} shards failed: {text}',
  'telemetry.notes.step':
    'The step is {count, number} instead of {of, number} seconds, because the endpoint answers no more than 11,000 points of a series.',
  'telemetry.notes.window':
    'The endpoint pages no further than {count, number} documents. Narrow the query or the time range.',
  'telemetry.series.count': '{count, plural, one {# series} other {# series}}',
  'telemetry.series.left': 'the greatest {count, number} are drawn, the table has all',
  'telemetry.series.undrawn':
    '{count, plural, one {# value has} other {# values have}} no place on this scale',
  'telemetry.series.none': 'No series.',
  'telemetry.series.label': '{title} over time, {count, plural, one {# line} other {# lines}}',
  'telemetry.series.scale': 'Scale',
  'telemetry.series.linear': 'Linear',
  'telemetry.series.logarithmic': 'Logarithmic',
  'telemetry.series.all': 'Whole time',
  'telemetry.series.zoomHint': 'Drag across a chart, or press + in it, to look closer.',
  'telemetry.series.span': '{from} – {to}, every {step, number} s',
  'telemetry.series.time': 'Time',
  'telemetry.series.charts': 'Charts',
  'telemetry.series.empty': 'No series',
  'telemetry.series.emptyHint':
    'The plan ran, but nothing was stored for these entities and this time. The time range is above the query.',
  'telemetry.logs.empty': 'No log entries',
  'telemetry.logs.search': 'Search entries',
  'telemetry.logs.levels': 'Level',
  'telemetry.logs.all': 'All {count, number}',
  'telemetry.logs.error': 'Errors {count, number}',
  'telemetry.logs.warning': 'Warnings {count, number}',
  'telemetry.logs.info': 'Info {count, number}',
  'telemetry.logs.debug': 'Debug {count, number}',
  'telemetry.logs.other': 'Other {count, number}',
  'telemetry.logs.shown': '{shown, number} of {loaded, number} read',
  'telemetry.logs.of': '{shown, number} of {loaded, number} read, {total, number} in all',
  'telemetry.logs.atLeast': '{shown, number} of {loaded, number} read, at least {total, number} in all',
  'telemetry.logs.more': 'Read more',
  'telemetry.logs.histogram': 'Entries from {from} to {to}; marks are errors',
  'telemetry.logs.fields': 'Fields',
} as const

declare module '../i18n/text.ts' {
  interface Messages extends Record<keyof typeof telemetryMessages, string> {}
}
