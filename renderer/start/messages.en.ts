import { glossaryMessages } from './help/messages.en.ts'

export const startMessages = {
  ...glossaryMessages,
  'start.title': 'Start',
  'start.lead':
    'See how your systems fit together, ask questions about them, run code safely, and test agents, all in one window.',
  'start.close': 'Close the Start page',
  'start.cards': 'What you can do here',
  'start.open': 'Open {bench}',
  'start.tour': 'Take the tour: {bench}',
  'start.tour.resume': 'Continue the tour ({step} of {of})',
  'start.tour.resumeOf': 'Continue the tour ({step} of {of}): {bench}',
  'start.more.query': 'asks a system questions, and shows answers as tables, charts and graphs.',
  'start.more.investigations': 'keeps what you found: notes, queries and commands in one document.',
  'start.story': 'Payment is slow. Find out why',
  'start.story.text':
    'A made-up incident of a shop, with its services, changes, metrics and logs. Go from the alert to the cause in five steps, all on this computer.',
  'start.story.begin': 'Start the investigation',
  'start.story.again': 'Go through it again',
  'start.story.finished': 'Case closed',
  'start.story.resume': 'Continue with step {step} of {of}',
  'start.story.graph': '1. Who is affected?',
  'start.story.graph.text':
    'At 10:12 UTC an alert came in: INC-0042, payments time out. The topology shows what the incident affects. Select the services one by one until you find the one whose status is degraded.',
  'start.story.graph.found':
    'The payment gateway gets 35,000 calls a second but is built for 4,000. Where do they come from?',
  'start.story.path': '2. How do they get there?',
  'start.story.path.text':
    'The 618 Flash Sale began at 10:00 UTC, twelve minutes before the alert. Open the Path panel, choose payment-gateway and 618 Flash Sale, and find the shortest path between them.',
  'start.story.path.found':
    'The sale reaches the gateway through a setting: “checkout retries up”. The sale brought 3.5 times the orders, but the gateway gets 17 times the calls it got before.',
  'start.story.query': '3. What changed that morning?',
  'start.story.query.text':
    'A new version of the gateway, v3.2.1, has been live since 08:30 UTC, and settings were changed, too. Run this query to see what changed that morning, and when.',
  'start.story.query.found':
    'v3.2.1 only changes the format of log lines, and ran for an hour and a half without trouble; flash prices don’t touch payments. payment.max_attempts went from 2 to 5 at 09:50.',
  'start.story.telemetry': '4. Do the metrics agree?',
  'start.story.telemetry.text':
    'Some say the cart was slow first. Run this query for payment-gateway and cart-service, then press Fetch data in its result, and compare the charts: requests, first tries and retries, latency.',
  'start.story.telemetry.found':
    'The cart was slow for ten minutes, but recovered half an hour before the sale. At the gateway, there was hardly a retry before the sale; now there are four for each first try, and latency rises with them.',
  'start.story.sandbox': '5. Do the numbers add up?',
  'start.story.sandbox.text':
    'Before the sale, about 2,000 payments a second came in. Now there are 3.5 times as many, and one that times out is tried five times. Work it out in the shell of this sandbox, which stops by itself:',
  'start.story.sandbox.found':
    '35,000, and the charts show 34,000 to 36,000. With two tries, they would be 14,000, still too many: first set the tries back to 2, then add replicas. Case closed. What you ran stays in Query, where you can add it to an investigation.',
  'start.story.end':
    'Case closed: since 09:50 a payment that times out is tried five times instead of twice. When the sale brought more payments than the gateway is built for, the retries made 35,000 calls a second of them. What you ran is still in Query and in the sandbox.',
  'start.story.keep': 'Keep as an investigation',
  'start.own.end':
    'That was the tour on your own model. Keep its queries as an investigation, and go on from there.',
  'start.own': 'On your own model: {model}',
  'start.own.which': 'On a model of your own',
  'start.own.kept': 'What is around {name}',
  'start.own.none': '{model} has no relations between entities yet, so there is nothing to follow in it.',
  'start.own.graph': '{number}. What is around {name}?',
  'start.own.graph.text':
    '{name} takes part in many relations of this model. Select its neighbours one by one, on the canvas or in its details, and read theirs.',
  'start.own.graph.found':
    'Details show the fields of an entity and, where the model has them, its golden metrics and last errors.',
  'start.own.path': '{number}. How is it connected?',
  'start.own.path.text':
    'Open the Path panel, choose {name} and {other}, and find the shortest path between them.',
  'start.own.path.found': 'What goes wrong at one end can reach the other along this path.',
  'start.own.query': '{number}. What is it linked to?',
  'start.own.query.tab': 'What {name} is linked to',
  'start.own.query.text': 'Run this query to list every relation of {name} as a table.',
  'start.own.query.found':
    'One row for each relation. Change the query and run it again to ask for something else.',
  'start.own.telemetry': '{number}. What do its metrics say?',
  'start.own.telemetry.tab': 'Metrics of {name}',
  'start.own.telemetry.text':
    'Run this query, then run the plan it returns. Where no telemetry connection matches the storage of the plan, connect one: Orrery never calls an address from a model by itself.',
  'start.own.telemetry.found': 'These are its metrics. Drag over a chart to zoom in.',
  'start.own.sandbox': '{number}. Try it out safely',
  'start.own.sandbox.text':
    'A sandbox is the place to work out a number or to try a fix. Run any command, such as:',
  'start.own.sandbox.found':
    'The command ran apart from this computer, which it can neither read nor change.',
  'start.card.explorer': 'Understand a system',
  'start.card.explorer.text':
    'For operations: services, their dependencies and their telemetry as a graph that you can query.',
  'start.card.explorer.example': 'What does checkout-api depend on?',
  'start.card.sandboxes': 'Run code safely',
  'start.card.sandboxes.text':
    'For developers: terminals, files and ports in throw-away machines, on this computer or a cluster.',
  'start.card.sandboxes.example': 'Open a shell',
  'start.card.environments': 'Test an agent',
  'start.card.environments.text':
    'For agent builders: games and tasks with rewards, played by hand, by a solver or by your model.',
  'start.card.environments.example': 'Watch a solver play Wordle',
  'start.card.console': 'Debug an MCP server',
  'start.card.console.text':
    'For tool authors: call tools with forms, read resources, and see every message that is sent.',
  'start.card.console.example': 'Connect an MCP server',
  'start.continue': 'Continue',
  'start.continue.none': 'What you open will be listed here.',
  'start.connect': 'Connect',
  'start.connect.server': 'MCP server or sandbox platform…',
  'start.connect.agent': 'AI model for agents…',
  'start.health': 'Connected',
  'start.keys': 'Help and keys',
  'start.keys.palette': 'Search everything',
  'start.keys.help': 'Help: glossary, SPL, tools, errors',
  'start.keys.all': 'All keyboard shortcuts',
  'start.keys.settings': 'Settings',
  'start.atLaunch': 'Show this page when Orrery starts',
  'start.version': 'Version {version}',
  'start.help': 'Help',
  'start.help.search': 'Search help',
  'start.help.close': 'Close help',
  'start.help.more': '{count} more in {topic}',
  'start.help.nothing': 'Nothing found',
  'start.help.insert': 'Insert',
  'start.help.open': 'Open in Query',
  'start.help.plugin': 'Your own environments',
  'start.help.plugin.python': 'A plug-in in Python',
  'start.help.plugin.python.text':
    'Choose a folder under Environments in Settings. Every .py file in it that has a class with reset and step becomes an environment, and is reloaded when you save it. To add environments of installed packages, define a dictionary ENVIRONMENTS with entries such as "my:CartPole": "gymnasium:CartPole-v1".',
  'start.help.plugin.javascript': 'A plug-in in JavaScript',
  'start.help.plugin.javascript.text':
    'Choose a folder under Environments in Settings. Every .js or .mjs file in it exports a function environments that returns, for each environment, its catalogue entry and a create function. A file is reloaded when you save it.',
  'start.help.words': 'Glossary',
  'start.help.spl': 'SPL',
  'start.help.tools': 'Tools',
  'start.help.environments': 'Environments',
  'start.help.errors': 'Errors',
  'start.help.keys': 'Keys',
  'start.help.sources': 'Source',
  'start.help.stages': 'Stage',
  'start.help.operators': 'Operator',
  'start.help.functions': 'Function',
  'start.help.methods': 'Method',
  'start.help.fromService': 'Model server',
  'start.help.error.QUERY_PARSE_ERROR':
    'The query isn’t valid SPL or Cypher. The mark shows where reading stopped; the message says what was expected there.',
  'start.help.error.QUERY_PLAN_ERROR':
    'The query is well formed but can’t run: it uses a source, stage, field or method that doesn’t exist or isn’t allowed there.',
  'start.help.error.VALIDATION_FAILED':
    'A value breaks a rule, such as a limit that is too high or an element without a required field. The message names the value.',
  'start.help.error.INVALID_ARGUMENT':
    'An argument is missing or has the wrong type. Compare it with the tool’s input schema in the Console.',
  'start.help.error.NOT_FOUND': 'Nothing has this name. Check the spelling, the workspace and the domain.',
  'start.help.error.ALREADY_EXISTS':
    'Something with this name already exists. Use another name, or update it.',
  'start.help.error.PARTIAL_FAILED':
    'Some items were accepted and some refused. The answer lists each with its reason.',
  'start.help.error.CONFLICT':
    'Something else changed the same data first. Read it again, then repeat the change.',
  'start.help.error.TIMEOUT':
    'The server stopped the call because it took too long. Narrow the query with a filter, a time range or a limit.',
  'start.help.error.TOOL_NOT_FOUND': 'The server has no tool with this name. Refresh its list of tools.',
  'start.help.error.TOOL_DISABLED':
    'The server’s owner switched this tool off. Writing tools are off unless the server was started with them.',
  'start.help.error.PROVIDER_UNSUPPORTED': 'The server’s database doesn’t support this operation.',
  'start.help.error.PROVIDER_UNAVAILABLE':
    'The server can’t reach its database. Try again; if that doesn’t help, ask whoever runs the server.',
  'start.help.error.NOT_IMPLEMENTED': 'The server knows this operation but doesn’t offer it.',
  'start.help.error.ADDRESS':
    'What answers at the address you entered isn’t what was asked for, or asks for more. Check the address (that of an MCP server often ends with /mcp), add it as the kind of connection that it is, and enter its key.',
  'start.help.error.CAP_REACHED':
    'The server’s admin has set a limit for your key or namespace, and it is reached. Stop or delete what you no longer need, ask for less, or ask the admin to raise it.',
  'start.help.error.FETCH_LARGE':
    'The file is larger than a model file may be. Check that the address is that of a model’s YAML or JSON file.',
  'start.help.error.FETCH_UNREACHABLE':
    'Nothing could be read from the web address you entered. Check its spelling, its port and the network, and that the server is running. If its certificate is not trusted and you trust it, add its issuer to this system’s certificates, or name its PEM file in NODE_EXTRA_CA_CERTS.',
  'start.help.error.INVALID_INPUT':
    'A value doesn’t have the form that is wanted: it is of the wrong kind, missing, too large or too long. The message names the field. Correct it, then try again.',
  'start.help.error.NOT_CONNECTED':
    'The server of a connection isn’t running, or isn’t ready yet. Start it from the status bar, where its log has the details, or try again in a moment.',
  'start.help.error.PLATFORM_REFUSED':
    'The sandbox platform refused the request. The message is its own; correct what it names, then try again.',
  'start.help.error.SERVER_REFUSED': 'The MCP server refused the request. The message is its own.',
  'start.help.error.START':
    'A connection’s server didn’t start, or what answered wasn’t usable; the message says which. For a command, check that the program is installed and that its path is right. For an address, check the host and the port, and that the server is running; where a key or a sign-in is asked for, edit the connection to enter it. The connection’s log, in the status bar, has the server’s own words.',
  'start.help.error.TRACE_DROPPED':
    'The message is no longer kept: a trace keeps only the latest ones. Send the request again to see it.',
  'start.help.error.UNKNOWN_DOCUMENT':
    'The page asked for data of a kind that Orrery doesn’t keep. Reload the page: it may be older than the program.',
  'start.help.error.UNKNOWN_PROCEDURE':
    'The page asked for something that this program doesn’t offer. Reload the page: it may be older or newer than the program.',
  'start.help.error.WRONG_KIND':
    'A connection was used for what it isn’t: a model server, a sandbox platform or a telemetry endpoint. Choose one of the kind that is wanted, or change its kind in the Console.',
  'start.help.error.UNEXPECTED_ANSWER':
    'The platform’s answer doesn’t have the expected form. Check that the address is that of a sandbox platform.',
  'start.help.noun.command': 'the program',
  'start.help.noun.host': 'the host',
  'start.help.noun.name': 'the server',
  'start.help.noun.path': 'the path',
  'start.help.noun.status': 'with an HTTP error',
  'start.help.noun.url': 'the address',
  'start.help.error.INTERNAL': 'An unexpected error. Save diagnostics in Settings › Data and report it.',
} as const

declare module '../i18n/text.ts' {
  interface Messages extends Record<keyof typeof startMessages, string> {}
}
