export const settingsMessages = {
  'settings.about': 'About',
  'settings.about.licences': 'Open-source licences',
  'settings.about.noNotices': 'This build contains no licence notices.',
  'settings.about.desktop': 'Desktop app',
  'settings.about.web': 'In the browser',
  'settings.sections': 'Sections',
  'settings.app.startPage': 'Start page',
  'settings.app.startPage.hint': 'Shown when Orrery starts without anything else to show.',
  'settings.search': 'Search settings',
  'settings.nothing': 'No settings found',
  'settings.given':
    'Set on the command line when Orrery was started. Start it without that option to choose here.',
  'settings.reset': 'Reset to default',
  'settings.unit.s': 's',
  'settings.unit.px': 'px',
  'settings.number.wrong': 'Enter a number from {min} to {max}. Until then it stays at {kept}.',
  'settings.area.app': 'Appearance',
  'settings.area.terminal': 'Terminal',
  'settings.area.sandboxes': 'Local sandboxes',
  'settings.area.explorer': 'Explorer',
  'settings.area.model': 'Sample model',
  'settings.area.gem': 'Environments',
  'settings.area.privacy': 'Privacy',
  'settings.app.theme': 'Theme',
  'settings.app.theme.hint': 'Colours of the whole app.',
  'settings.app.theme.system': 'Match system',
  'settings.app.theme.light': 'Light',
  'settings.app.theme.dark': 'Dark',
  'settings.app.theme.contrast': 'High contrast',
  'settings.app.language': 'Language',
  'settings.app.language.hint':
    'Interface language. Names from servers are shown in it where the server has them.',
  'settings.app.language.system': 'Match system',
  'settings.app.language.en': 'English',
  'settings.app.language.zh': '中文',
  'settings.app.fontSize': 'Text size',
  'settings.app.fontSize.hint': 'Scales all text, the controls and the graph: 11 to 24 px.',
  'settings.app.monoFontSize': 'Code size',
  'settings.app.monoFontSize.hint': 'Text size of queries, results and terminals: 10 to 24 px.',
  'settings.terminal.pasteGuard': 'Report pasted lines',
  'settings.terminal.pasteGuard.hint':
    'Above the command line, where they wait for Enter and can be removed.',
  'settings.terminal.copyOnSelect': 'Copy on select',
  'settings.terminal.copyOnSelect.hint': 'Copies the text that you select in a terminal.',
  'settings.terminal.screenReader': 'Screen reader support',
  'settings.terminal.screenReader.hint':
    'Announces what a program prints, and makes the screen of a terminal readable line by line.',
  'settings.terminal.notifyAfter': 'Notify when a background command ends',
  'settings.terminal.notifyAfter.hint': 'Only for commands that ran at least this long.',
  'settings.sandboxes.runtime': 'Sandbox isolation',
  'settings.sandboxes.runtime.hint':
    'Automatic uses the strongest isolation that works on this machine. Changing this restarts the local platform and stops its sandboxes.',
  'settings.sandboxes.runtime.auto': 'Automatic',
  'settings.sandboxes.runtime.docker': 'Docker',
  'settings.sandboxes.runtime.podman': 'Podman',
  'settings.sandboxes.runtime.bubblewrap': 'bubblewrap, a small program for Linux',
  'settings.sandboxes.runtime.namespaces': 'Linux namespaces',
  'settings.sandboxes.runtime.process': 'None: programs run unprotected, as you',
  'settings.sandboxes.network': 'Sandbox network',
  'settings.sandboxes.network.hint':
    'Own: public addresses through a proxy that keeps a log. Shared: sandboxes can also reach everything listening on this machine. Changing this restarts the local platform and stops its sandboxes.',
  'settings.sandboxes.network.own': 'Own',
  'settings.sandboxes.network.none': 'None',
  'settings.sandboxes.network.allow': 'Only the hosts below',
  'settings.sandboxes.network.shared': 'Shared with this machine',
  'settings.sandboxes.allowedHosts': 'Allowed hosts',
  'settings.sandboxes.allowedHosts.hint':
    'For “Only the hosts below”: host names, optionally with a port, and * for subdomains: pypi.org,*.pythonhosted.org:443',
  'settings.sandboxes.allowedHosts.wrong':
    'Separate host names with commas, such as pypi.org,*.pythonhosted.org:443. The previous hosts stay allowed.',
  'settings.sandboxes.port': 'Local platform port',
  'settings.sandboxes.port.hint':
    'A fixed port also keeps its token, so scripts keep working. 0: a new port and token at each start.',
  'settings.explorer.layout': 'Default layout',
  'settings.explorer.layout.hint': 'How a model is drawn when you open it for the first time.',
  'settings.explorer.layout.layered': 'Layered',
  'settings.explorer.layout.force': 'Force-directed',
  'settings.explorer.layout.radial': 'Radial',
  'settings.explorer.layout.grid': 'Grid',
  'settings.model.allowWrites': 'Allow writes',
  'settings.model.allowWrites.hint':
    'Lets you, and anyone who calls its tools, change the sample model’s elements, entities and relations. Changes are kept in the data folder. Its server restarts when you change this.',
  'settings.gem.plugins': 'Folder with your own environments',
  'settings.gem.plugins.hint':
    'A full path. The local platform loads it at startup; changing it restarts the platform.',
  'settings.gem.plugins.wrong':
    'Enter a full path, such as /home/me/environments. The previous folder stays in use.',
  'settings.gem.python': 'Python interpreter',
  'settings.gem.python.hint':
    'Full path, for example of a virtual environment. Your environments can use its packages, read-only. Leave empty for the system’s Python.',
  'settings.gem.python.wrong':
    'Enter a full path, such as /usr/bin/python3. The previous interpreter stays in use.',
  'settings.gem.callSeconds': 'Call time limit',
  'settings.gem.callSeconds.hint': 'A reset or step of your own environments that takes longer is stopped.',
  'settings.privacy.none': 'Orrery sends no telemetry. Crash dumps stay on this computer.',
  'settings.privacy.plainSecrets': 'Store secrets unencrypted',
  'settings.privacy.plainSecrets.hint':
    'Only if this system has no encrypted store: secrets are kept in a file that only your account can read.',
  'settings.privacy.updateFeed': 'Update feed',
  'settings.privacy.updateFeed.hint':
    'HTTPS address of a JSON file with version and url, checked at each start. Leave empty to turn this off. Orrery never installs updates by itself.',
  'settings.privacy.updateFeed.wrong':
    'Enter an address that begins with https://, or leave it empty. The previous feed stays in use.',
  'settings.secrets': 'Secrets',
  'settings.secrets.encrypted':
    'Kept by the operating system. Connections can use them; nobody can read them back.',
  'settings.secrets.plain':
    'This system has no encrypted store. Use environment variables, or allow unencrypted secrets under Privacy.',
  'settings.secrets.allowed':
    'This system has no encrypted store. Secrets are kept in a file that only your account can read, as you allowed under Privacy.',
  'settings.secrets.is.encrypted': 'Encrypted',
  'settings.secrets.is.plain': 'Unencrypted',
  'settings.secrets.name': 'Name',
  'settings.secrets.value': 'Value',
  'settings.secrets.save': 'Save',
  'settings.secrets.remove': 'Remove {name}',
  'settings.data': 'Data',
  'settings.data.hint':
    'Drafts, history, saved views, transcripts, connections, settings and what you wrote to the sample model are plain files in this folder. A backup contains all of them, but no secrets and no sandboxes.',
  'settings.data.backup': 'Save a backup',
  'settings.data.restore': 'Restore a backup',
  'settings.data.saved': 'Backup saved with {count, plural, one {# file} other {# files}}.',
  'settings.data.left':
    '{count, plural, one {# set of recorded episodes is} other {# sets of recorded episodes are}} too large for a backup. Copy the recordings folder yourself.',
  'settings.data.modelLeft': 'The model is too large for a backup. Copy the model folder yourself.',
  'settings.data.restored':
    '{count, plural, one {# file} other {# files}} restored. The previous files are kept in {kept}.',
  'settings.data.reload': 'Reload the page',
  'settings.data.diagnostics': 'Save diagnostics',
  'settings.data.diagnostics.hint':
    'For a bug report: versions, the state of each connection, and the ends of the logs, in one file. Secrets, your name and your folders are left out. Read it before you send it.',
  'settings.data.diagnostics.saved': 'Saved as {name}.',
  'settings.keys': 'Keys',
  'settings.keys.hint':
    'Select a field and press the new keys. Backspace removes them. Keys of a bench work while that bench is in front.',
  'settings.keys.bound': 'Only commands with keys',
  'settings.keys.of': 'Keys of {command}',
  'settings.keys.press': 'Press keys…',
  'settings.keys.conflict': 'Also used by {command}',
} as const

declare module '../i18n/text.ts' {
  interface Messages extends Record<keyof typeof settingsMessages, string> {}
}
