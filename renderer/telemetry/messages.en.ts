/** Texts of charts and logs, wherever they are shown. */
export const telemetryMessages = {
  'telemetry.series': 'Series',
  'telemetry.logs': 'Logs',
  'telemetry.chart': '{label}. Arrow keys step through time, + and - zoom, Enter shows actions.',
  'telemetry.menu': 'This moment',
  'telemetry.topology': 'Show the topology at this time',
  'telemetry.closer': 'Zoom in',
  'telemetry.useRange': 'Reload for this time range',
  'telemetry.follow': 'Follow',
  'telemetry.followTip': 'Load new data every few seconds',
  'telemetry.series.arrangement': 'Arrangement',
  'telemetry.series.together': 'Together',
  'telemetry.series.apart': 'Side by side',
  'telemetry.series.apartLeft': 'the first {count, number} are shown side by side',
  'telemetry.still.span': '{from} – {to}, {zone}',
  'telemetry.still.rest': '{count, number} more series in the table',
  'telemetry.notes': 'Notes',
  'telemetry.notes.warning': 'Warning from the endpoint: {text}',
  'telemetry.notes.query': '{text}',
  'telemetry.notes.series':
    '{count, number} of {of, number} series are shown, because all would be too many points. Choose a shorter time range or a longer step.',
  'telemetry.notes.malformed':
    '{count, plural, one {# value} other {# values}} could not be read and {count, plural, one {was} other {were}} left out.',
  'telemetry.notes.outside':
    '{count, plural, one {# value is} other {# values are}} outside the requested time range.',
  'telemetry.notes.skew':
    'The endpoint’s clock is {count, plural, one {# second} other {# seconds}} off from this computer’s, so the newest data may be missing.',
  'telemetry.notes.timedOut': 'The endpoint timed out, so some results may be missing.',
  'telemetry.notes.shards': '{count, number} of {of, number} shards failed: {text}',
  'telemetry.notes.step':
    'The step is {count, number} instead of {of, number} seconds because the endpoint returns at most 11,000 points per series.',
  'telemetry.notes.window':
    'The endpoint returns only the first {count, number} documents. Narrow the query or the time range.',
  'telemetry.series.count': '{count, plural, one {# series} other {# series}}',
  'telemetry.series.left': 'the {count, number} largest are drawn; the table has all',
  'telemetry.series.undrawn': '{count, plural, one {# value} other {# values}} can’t be shown on this scale',
  'telemetry.series.none': 'No series.',
  'telemetry.series.label': '{title} over time, {count, plural, one {# line} other {# lines}}',
  'telemetry.series.scale': 'Scale',
  'telemetry.series.linear': 'Linear',
  'telemetry.series.logarithmic': 'Logarithmic',
  'telemetry.series.all': 'Full range',
  'telemetry.series.zoomHint': 'Drag across a chart, or press + in it, to zoom in.',
  'telemetry.series.span': '{from} – {to}, every {step, number} s',
  'telemetry.series.time': 'Time',
  'telemetry.series.charts': 'Charts',
  'telemetry.series.empty': 'No series',
  'telemetry.series.emptyHint':
    'The plan ran, but there is no data for these entities in this time range. You can change the range above the query.',
  'telemetry.logs.empty': 'No log entries',
  'telemetry.logs.search': 'Search entries',
  'telemetry.logs.levels': 'Level',
  'telemetry.logs.all': 'All {count, number}',
  'telemetry.logs.error': 'Errors {count, number}',
  'telemetry.logs.warning': 'Warnings {count, number}',
  'telemetry.logs.info': 'Info {count, number}',
  'telemetry.logs.debug': 'Debug {count, number}',
  'telemetry.logs.other': 'Other {count, number}',
  'telemetry.logs.shown': '{shown, number} of {loaded, number} loaded',
  'telemetry.logs.of': '{shown, number} of {loaded, number} loaded, {total, number} in all',
  'telemetry.logs.atLeast': '{shown, number} of {loaded, number} loaded, at least {total, number} in all',
  'telemetry.logs.more': 'Load more',
  'telemetry.logs.histogram': 'Entries from {from} to {to}; marks are errors',
  'telemetry.logs.fields': 'Fields',
} as const

declare module '../i18n/text.ts' {
  interface Messages extends Record<keyof typeof telemetryMessages, string> {}
}
