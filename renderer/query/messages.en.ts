export const queryMessages = {
  'query.group': 'Query',
  'query.tab.title': 'Query {number, number}',
  'query.tabs': 'Queries',
  'query.tab.new': 'New query',
  'query.tab.close': 'Close {title}',
  'query.tab.closeCurrent': 'Close this query',
  'query.tab.reopen': 'Reopen the query that was closed last',
  'query.tab.next': 'Next query',
  'query.tab.previous': 'Previous query',
  'query.tab.rename': 'Rename this query',
  'query.tab.name': 'Name',
  'query.editor': 'SPL editor',
} as const
