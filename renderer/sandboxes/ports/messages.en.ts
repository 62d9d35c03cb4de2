/** Texts about ports: listening ones, forwarded ones, and the page behind one. */
export const portMessages = {
  'sandboxes.ports.listening': 'Ports that programs listen on',
  'sandboxes.ports.found.show': 'Open',
  'sandboxes.ports.found.command': 'Open port: {port} · {program}',
  'sandboxes.ports.port': 'Port in the sandbox',
  'sandboxes.ports.local': 'Local port',
  'sandboxes.ports.local.hint': 'Empty: any free port',
  'sandboxes.ports.need': 'Enter a port from 1 to 65535.',
  'sandboxes.ports.forward': 'Forward',
  'sandboxes.ports.new': 'Forward a port…',
  'sandboxes.ports.empty': 'No ports are forwarded',
  'sandboxes.ports.hint':
    'Start a server in the sandbox, then forward its port (1024 or above) to this computer.',
  'sandboxes.ports.open': 'Open in the browser',
  'sandboxes.ports.panel': 'Show in a panel',
  'sandboxes.ports.stop': 'Stop forwarding',
  'sandboxes.ports.connections':
    '{count, plural, =0 {no connection now} one {# connection} other {# connections}}',
  'sandboxes.panel': 'Page of port {port}',
  'sandboxes.panel.silent': 'Nothing is listening on port {port}',
  'sandboxes.panel.again': 'Try again',
  'sandboxes.panel.reload': 'Reload',
  'sandboxes.panel.path': 'Path of the page',
  'sandboxes.panel.origin': 'Allow the page its own server and storage',
  'sandboxes.panel.close': 'Close the panel',
  'sandboxes.panel.hint':
    'The page can’t call its own server or store data. If it stays empty, allow that above or open it in the browser.',
  'sandboxes.panel.hint.origin':
    'The page can call its own server and store data, but can’t reach Orrery. If it stays empty, it refuses to be embedded; open it in the browser.',
}
