/** Texts of the topology: what is open of it, its time range and the time machine. */
export const topologyMessages = {
  'explorer.topology.open': 'Open entities of…',
  'explorer.topology.find': 'Part of the name of an entity set',
  'explorer.topology.limit': 'Maximum number of entities',
  'explorer.topology.atMost': 'up to {count, number}',
  'explorer.topology.all': 'Whole topology',
  'explorer.topology.clear': 'Clear the canvas',
  'explorer.topology.empty': 'No entities are open',
  'explorer.topology.emptyHint':
    'Open the entities of an entity set, or the whole topology. Then double-click an entity to add its neighbours.',
  'explorer.topology.unopened.none':
    'This link opens the server, not the entities that were on its canvas. Open some here, or ask for a saved view.',
  'explorer.topology.unopened.many':
    'There is more from last time than is reopened unasked. Reopen it, or choose something smaller.',
  'explorer.topology.restore': 'Reopen {count, plural, one {# entity} other {# entities}} from last time',
  'explorer.topology.restoring': 'Reopening…',
  'explorer.topology.reading': 'Loading {what}…',
  'explorer.topology.readingAll': 'Loading the topology…',
  'explorer.topology.expanding': 'Loading neighbours…',
  'explorer.topology.truncated': 'First {shown} of {what}. Raise the limit to see more.',
  'explorer.topology.truncatedAll':
    '{nodes} entities and {relations} links. The server may have more than can be read.',
  'explorer.topology.none': 'No entities found.',
  'explorer.topology.noneInTime': 'No entities were observed in this time range.',
  'explorer.topology.noLinks': '{name} has no links.',
  'explorer.topology.noLinksInTime': '{name} has no links in this time range.',
  'explorer.topology.allLinks': 'Nothing to add: everything linked with {name} is here.',
  'explorer.time.now': 'What is there now',
  'explorer.time.ever': 'All time, including what is gone',
  'explorer.machine': 'Time machine',
  'explorer.machine.loading': 'Loading what is gone…',
  'explorer.machine.play': 'Play',
  'explorer.machine.pause': 'Pause',
  'explorer.machine.earlier': 'Earlier change',
  'explorer.machine.later': 'Later change',
  'explorer.machine.first': 'This is the first moment.',
  'explorer.machine.last': 'This is the latest moment.',
  'explorer.machine.moment': 'Moment',
  'explorer.machine.all': 'All moments',
  'explorer.machine.span': 'Something came or went at {count, number} moments, from {from} to {to}.',
  'explorer.machine.few':
    'There are no changes to step through: everything here was first seen at the same time, and nothing has been removed.',
  'explorer.machine.choose': 'Choose a moment first.',
  'explorer.machine.from': 'Compare from here',
  'explorer.machine.needFrom': 'Choose a moment and press “Compare from here” first.',
  'explorer.machine.chooseOther': 'Choose another moment.',
  'explorer.machine.compare': 'What changed',
  'explorer.machine.compareWith': 'Compared with {time}.',
  'explorer.machine.changed': 'What changed from {from} to {to}',
  'explorer.machine.ever':
    'The time machine covers all time, including what is gone. Closing it returns to “{range}”.',
  'explorer.machine.partial':
    '{count, plural, one {One entity set is} other {# entity sets are}} only partly open, so expired entities appear only if they were linked with something shown.',
  'explorer.machine.close': 'Close the time machine',
  'explorer.time.order': 'The start must be before the end.',
  'explorer.time': 'Time range',
  'explorer.time.from': 'From',
  'explorer.time.to': 'To',
  'explorer.time.last':
    '{hours, plural, one {Last hour} =24 {Last day} =168 {Last week} other {Last # hours}}',
  'explorer.time.hint':
    'Hides what did not exist in this time range; for “now”, that is everything marked as gone. Also applies to what you open or expand.',
} as const
