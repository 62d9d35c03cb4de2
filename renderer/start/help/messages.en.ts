/** Words on screen that are not everyday words; the key of each names the bench that uses it most. */
export const glossaryMessages = {
  'start.help.term.explorer.element': 'Element',
  'start.help.term.explorer.element.text':
    'A part of a model: an entity set, a data set such as metrics or logs, a storage, a runbook, or a link between two of them.',
  'start.help.term.explorer.entitySet': 'Entity set',
  'start.help.term.explorer.entitySet.text':
    'A type of entity, such as “service”: its fields, and which of them identify an entity.',
  'start.help.term.explorer.dataSet': 'Data set',
  'start.help.term.explorer.dataSet.text':
    'What can be measured or read about entities: a set of metrics, logs, traces, events or profiles. A storage holds its data.',
  'start.help.term.explorer.storage': 'Storage',
  'start.help.term.explorer.storage.text':
    'A system outside the model that holds data, such as a Prometheus or Elasticsearch server. Orrery asks it only through a connection that you add.',
  'start.help.term.explorer.domain': 'Domain',
  'start.help.term.explorer.domain.text':
    'The area that an element belongs to, such as apm, k8s or devops. It is the first part of an element’s name.',
  'start.help.term.explorer.workspace': 'Workspace',
  'start.help.term.explorer.workspace.text':
    'A separate model with its entities on one server. A connection names the workspace it uses; the default is demo.',
  'start.help.term.explorer.entity': 'Entity',
  'start.help.term.explorer.entity.text':
    'One real thing of an entity set, such as the service “checkout-api”. Entities and their relations make the topology.',
  'start.help.term.explorer.link': 'Link, relation',
  'start.help.term.explorer.link.text':
    'A link is a line of a graph. In the model it connects two elements, for example two entity sets. In the topology it connects two entities, for example “checkout-api calls ledger-api”: in queries and drafts such a link is called a relation.',
  'start.help.term.explorer.neighbour': 'Neighbour, dependency',
  'start.help.term.explorer.neighbour.text':
    'What is one link away from something: its dependencies, which it depends on (downstream, “calls”), and its dependents, which depend on it (upstream, “called by”). In Explorer, a double-click adds the neighbours of a node, and its details list the links to it and from it. In a query, .topo | graph-match finds them.',
  'start.help.term.explorer.import': 'Import a model: the YAML file format',
  'start.help.term.explorer.import.text':
    'In Explorer, press “Import a model” above the graph, or drop files on it. They are YAML or JSON: entity sets, what links them, data sets and the rest, each with kind, schema, metadata and spec, and --- between two of them. Everything is checked, and errors are shown with file and line, before anything is written. This file can be imported as it is:',
  'start.help.term.explorer.timeMachine': 'Time machine',
  'start.help.term.explorer.timeMachine.text':
    'Shows the topology as it was at an earlier moment. Open entities in Explorer, press “Time machine” above the graph and drag the slider. “Compare from here” and then “What changed” at another moment show what came, went and changed between the two.',
  'start.help.term.explorer.dependents': 'What depends on a service, and what it depends on',
  'start.help.term.explorer.dependents.text':
    'Select the service, or any entity, in Explorer and choose “What depends on this…” or “What this depends on…” in its menu: both follow its links over as many steps as you say. A query finds everything that calls something:',
  'start.help.term.explorer.share': 'Share a view with a colleague',
  'start.help.term.explorer.share.text':
    'Arrange the graph, save it under “Saved views” in Explorer, and press “Copy link” or “Save as file” there: neither holds data or secrets. Your colleague opens it with “Open link…” or “Open a file…”. “Export” makes a picture or a page that needs no Orrery; an investigation can be saved as a page, too.',
  'start.help.term.explorer.undo': 'Undo a change',
  'start.help.term.explorer.undo.text':
    'In Explorer, Ctrl+Z takes back the last step, and Ctrl+Shift+Z does it again. What was sent to a server is taken back with “Undo” under “Edit”, or with “Restore the model”. In Environments, “Undo one turn” takes back a turn.',
  'start.help.term.explorer.topology': 'Topology',
  'start.help.term.explorer.topology.text':
    'The graph of real entities and their relations. The model, in contrast, is the graph of what kinds of things there are.',
  'start.help.term.explorer.observed': 'Observed, expired',
  'start.help.term.explorer.observed.text':
    'An entity is reported again and again while it exists. When it hasn’t been reported for the time it was given, it has expired: it is shown only for a time range in which it existed.',
  'start.help.term.explorer.golden': 'Golden metric',
  'start.help.term.explorer.golden.text':
    'A metric that the model marks as one of the first to look at, such as requests, errors and latency of a service.',
  'start.help.term.explorer.runbook': 'Runbook',
  'start.help.term.explorer.runbook.text':
    'What a team knows about operating something: observations with the conclusions they allow, queries, actions and skills for agents.',
  'start.help.term.explorer.draft': 'Draft',
  'start.help.term.explorer.draft.text':
    'Changes to a model that you have made but not sent. They stay on this computer until you have reviewed them.',
  'start.help.term.explorer.snapshot': 'Snapshot',
  'start.help.term.explorer.snapshot.text': 'A copy of a model at one moment, to compare later states with.',

  'start.help.term.query.write': 'Write a query',
  'start.help.term.query.write.text':
    'Open Query and begin with a source, such as .entity for things, .topo for relations or .model for the model. Add stages separated by |, such as where, sort or limit; suggestions appear while you type. Examples lists queries that you can change, and Run shows the result.',
  'start.help.term.query.spl': 'SPL',
  'start.help.term.query.spl.text':
    'Search Processing Language. A query begins with a source, such as .entity, and passes its rows through stages separated by |.',
  'start.help.term.query.cypher': 'Cypher',
  'start.help.term.query.cypher.text':
    'A query language for graphs: MATCH (a)-[r]->(b) finds patterns of nodes and relations. In SPL it stands inside graph-call.',
  'start.help.term.query.toon': 'TOON',
  'start.help.term.query.toon.text':
    'Token-Oriented Object Notation: a compact way to write JSON data for language models.',
  'start.help.term.query.plan': 'Plan',
  'start.help.term.query.plan.text':
    'The answer to get_metrics or get_logs: not the data, but the query for the storage that has it. Fetch data sends that query and shows charts or log lines.',
  'start.help.term.query.template': 'Template',
  'start.help.term.query.template.text':
    'Something to start from: a query to fill in, the image and limits of a sandbox, or the address of resources with parts to fill in.',

  'start.help.term.sandboxes.sandbox': 'Sandbox',
  'start.help.term.sandboxes.sandbox.text':
    'A machine of its own, with a shell, files and ports, that can be thrown away without harm.',
  'start.help.term.sandboxes.stops': 'Stops in …',
  'start.help.term.sandboxes.stops.text':
    'The time until a sandbox that nobody uses stops by itself. Every use restarts the countdown, and so does “Keep alive”. You choose its length when you start the sandbox.',
  'start.help.term.sandboxes.platform': 'Platform',
  'start.help.term.sandboxes.platform.text':
    'A server that runs sandboxes and environments: the built-in one on this computer, or one that a team shares.',
  'start.help.term.sandboxes.image': 'Image',
  'start.help.term.sandboxes.image.text':
    'The files a sandbox starts with, such as python:3.11. Committing a sandbox makes a new image of its files.',
  'start.help.term.sandboxes.isolation': 'Isolation',
  'start.help.term.sandboxes.isolation.text':
    'What keeps programs in a sandbox apart from your computer: a container engine such as Docker; bubblewrap, a small Linux program made for this; or Linux namespaces, which the system itself has. A sandbox that is not isolated runs programs as you.',
  'start.help.term.sandboxes.fork': 'Fork',
  'start.help.term.sandboxes.fork.text':
    'New sandboxes with a copy of another one’s files. Programs that run are not copied.',
  'start.help.term.sandboxes.block': 'Block',
  'start.help.term.sandboxes.block.text':
    'A command in a terminal with its output, exit code and duration. It can be folded, searched, compared and run again.',
  'start.help.term.sandboxes.lend': 'Lent key',
  'start.help.term.sandboxes.lend.text':
    'A token or SSH key that git in a sandbox may use for one host and a limited time. It is held in memory only.',
  'start.help.term.sandboxes.audit': 'Audit',
  'start.help.term.sandboxes.audit.text':
    'A shared platform’s record of who started, changed or deleted what, and when. It never contains file contents or commands’ output.',

  'start.help.term.environments.gem': 'GEM',
  'start.help.term.environments.gem.text':
    'A format for environments in which agents learn and are tested: reset gives an observation, each step takes an action and returns the next observation, a reward, and whether the episode has ended.',
  'start.help.term.environments.environment': 'Environment',
  'start.help.term.environments.environment.text':
    'What an agent acts in: a game, a puzzle, or a task with code or tools. It is played by hand, by a solver or by a model; going through it once is an episode.',
  'start.help.term.environments.episode': 'Episode',
  'start.help.term.environments.episode.text':
    'Going through an environment once, from its reset to its end, with every action, observation and reward.',
  'start.help.term.environments.seed': 'Seed',
  'start.help.term.environments.seed.text':
    'A number from which an environment draws everything random. With the same seed and the same actions, an episode goes the same way again.',
  'start.help.term.environments.observation': 'Observation, action',
  'start.help.term.environments.observation.text':
    'An observation is what an environment shows, an action is what the player or agent sends in reply. Both together are a turn.',
  'start.help.term.environments.reward': 'Reward, return',
  'start.help.term.environments.reward.text':
    'A reward is the score of one step. The return is the sum of all rewards of an episode.',
  'start.help.term.environments.terminated': 'Terminated, truncated',
  'start.help.term.environments.terminated.text':
    'An episode is terminated when its rules end it, for example because it is solved. It is truncated when it is cut off, for example at the turn limit.',
  'start.help.term.environments.branch': 'Branch',
  'start.help.term.environments.branch.text':
    'One way that an episode went. Going back to an earlier turn and acting differently makes another branch; both are kept.',
  'start.help.term.environments.trajectory': 'Trajectory',
  'start.help.term.environments.trajectory.text':
    'The record of an episode, step by step, as a file that other tools read.',
  'start.help.term.environments.batch': 'Batch',
  'start.help.term.environments.batch.text':
    'Many episodes of one environment, to compare agents: every agent plays the same seeds.',
  'start.help.term.environments.passAtK': 'pass@k',
  'start.help.term.environments.passAtK.text':
    'The chance that at least one of k tries on a seed is solved, estimated from all tries of a batch.',
  'start.help.term.environments.solver': 'Solver',
  'start.help.term.environments.solver.text':
    'An agent that knows the rules and computes its actions, without a language model. It shows what can be reached.',

  'start.help.term.console.mcp': 'MCP',
  'start.help.term.console.mcp.text':
    'Model Context Protocol. Servers offer tools, resources and prompts to programs that work with language models.',
  'start.help.term.console.transport': 'Transport',
  'start.help.term.console.transport.text':
    'How messages reach an MCP server: stdio starts it as a program on this computer, HTTP reaches it at an address.',
  'start.help.term.console.tool': 'Tool, resource, prompt',
  'start.help.term.console.tool.text':
    'What an MCP server offers: a tool does something when it is called, a resource is something to read, and a prompt is a text for a language model with parts to fill in.',
  'start.help.term.console.retries': 'Time limit, retries',
  'start.help.term.console.retries.text':
    'How long a call of a tool may take, and how often it is sent again when it times out or the server goes away. Set both under “Time limit and retries” beside the tool in Console; without them a call is sent once.',
  'start.help.term.console.trace': 'Trace',
  'start.help.term.console.trace.text': 'Every message between Orrery and a server, with its time and size.',
  'start.help.term.console.sampling': 'Sampling',
  'start.help.term.console.sampling.text':
    'A server asks for a language model’s reply. Orrery has no model, so you write the reply yourself or decline.',
  'start.help.term.console.elicitation': 'Elicitation',
  'start.help.term.console.elicitation.text':
    'A server asks you for something that a call needs, with a form. You can always decline.',
  'start.help.term.console.roots': 'Roots',
  'start.help.term.console.roots.text':
    'The folders that a server may work in. Orrery names them when the server asks; you set them in the connection’s Overview.',
  'start.help.term.console.mcpApp': 'MCP App',
  'start.help.term.console.mcpApp.text':
    'A page that a server provides to show the answer of a tool, for example as a graph. It runs in a closed frame.',
  'start.help.term.console.secret': 'Secret',
  'start.help.term.console.secret.text':
    "A token, password or key that is stored under a name. Connections refer to it as $'{secret:NAME}'; nobody can read it back.",
  'start.help.term.console.serverCard': 'Server card',
  'start.help.term.console.serverCard.text':
    'A file that a server publishes about itself at a well-known address: its name, version and what it offers.',

  'start.help.term.investigations.investigation': 'Investigation',
  'start.help.term.investigations.investigation.text':
    'A document of notes, queries and sandbox commands with their results, saved as one Markdown file.',
  'start.help.term.investigations.cell': 'Cell',
  'start.help.term.investigations.cell.text':
    'One part of an investigation: a note, a query or a command with its result, or a graph.',
} as const
