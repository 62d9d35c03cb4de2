export const settingsMessages = {
  'settings.search': 'Search settings',
  'settings.nothing': 'No setting matches.',
  'settings.reset': 'Back to the default',
  'settings.area.app': 'Appearance',
  'settings.area.terminal': 'Terminal',
  'settings.area.sandboxes': 'Local sandboxes',
  'settings.area.explorer': 'Explorer',
  'settings.area.model': 'Sample model',
  'settings.area.gem': 'Environments',
  'settings.area.privacy': 'Privacy',
  'settings.app.theme': 'Theme',
  'settings.app.theme.hint': 'Colours of every view.',
  'settings.app.theme.system': 'As the system',
  'settings.app.theme.light': 'Light',
  'settings.app.theme.dark': 'Dark',
  'settings.app.theme.contrast': 'High contrast',
  'settings.app.language': 'Language',
  'settings.app.language.hint': 'Of everything that Orrery says itself; models and servers keep their own.',
  'settings.app.language.en': 'English',
  'settings.app.language.zh': '中文',
  'settings.app.fontSize': 'Text size',
  'settings.app.fontSize.hint': 'Of labels, lists and buttons.',
  'settings.app.monoFontSize': 'Code size',
  'settings.app.monoFontSize.hint': 'Of queries, results and terminals.',
  'settings.terminal.pasteGuard': 'Ask before pasting several lines',
  'settings.terminal.pasteGuard.hint': 'Each line would run as a command.',
  'settings.terminal.notifyAfter': 'Tell me when a command ends out of sight',
  'settings.terminal.notifyAfter.hint': 'Only commands that ran at least this long.',
  'settings.sandboxes.runtime': 'What isolates sandboxes',
  'settings.sandboxes.runtime.hint':
    'Automatic takes the strongest that works on this machine. Changing it restarts the local platform and stops its sandboxes.',
  'settings.sandboxes.runtime.auto': 'Automatic',
  'settings.sandboxes.runtime.docker': 'Docker',
  'settings.sandboxes.runtime.podman': 'Podman',
  'settings.sandboxes.runtime.bubblewrap': 'bubblewrap',
  'settings.sandboxes.runtime.namespaces': 'Linux’s own tools',
  'settings.sandboxes.runtime.process': 'Nothing: programs run unprotected, as you',
  'settings.sandboxes.network': 'Network of sandboxes',
  'settings.sandboxes.network.hint':
    'Own: public addresses through a proxy that keeps a log. This machine’s: programs also reach whatever listens here. Changing it restarts the local platform and stops its sandboxes.',
  'settings.sandboxes.network.own': 'Own',
  'settings.sandboxes.network.none': 'None',
  'settings.sandboxes.network.allow': 'Only the hosts below',
  'settings.sandboxes.network.shared': 'This machine’s',
  'settings.sandboxes.allowedHosts': 'Hosts that sandboxes may reach',
  'settings.sandboxes.allowedHosts.hint':
    'For “Only the hosts below”: names, with a port if you like, and * for those below a name: pypi.org,*.pythonhosted.org:443',
  'settings.sandboxes.port': 'Port of the local platform',
  'settings.sandboxes.port.hint':
    'With a fixed port its token stays the same too, so that scripts go on working. 0: another port and token at each start.',
  'settings.explorer.layout': 'First layout',
  'settings.explorer.layout.hint': 'How a model is drawn when it is opened for the first time.',
  'settings.explorer.layout.layered': 'Layered',
  'settings.explorer.layout.force': 'By forces',
  'settings.explorer.layout.radial': 'Around a node',
  'settings.explorer.layout.grid': 'Grid',
  'settings.model.allowWrites': 'Allow writes',
  'settings.model.allowWrites.hint':
    'Lets elements, entities and relations of the model that comes with Orrery be changed, here and by every call to its tools. Changes are kept in the data folder. Its server restarts when this changes.',
  'settings.gem.plugins': 'Folder of your own environments',
  'settings.gem.plugins.hint':
    'A full path. The local platform reads the environments in it when it starts; changing it restarts the platform.',
  'settings.privacy.none': 'Orrery sends no telemetry. Crash dumps stay on this machine.',
  'settings.privacy.plainSecrets': 'Keep secrets unencrypted',
  'settings.privacy.plainSecrets.hint':
    'Only where the system has no encrypted store: secrets then lie in a file that only your account can read.',
  'settings.privacy.updateFeed': 'Update feed',
  'settings.privacy.updateFeed.hint':
    'Address (https) of a JSON file with version and url, asked once at every start. Empty: nobody is asked. Nothing is installed by itself.',
  'settings.secrets': 'Secrets',
  'settings.secrets.encrypted':
    'Kept by the operating system. They can be used in connections, and never be read back.',
  'settings.secrets.plain':
    'This system offers no encrypted store here. Use environment variables, or agree under Privacy to keep them unencrypted.',
  'settings.secrets.is.encrypted': 'encrypted',
  'settings.secrets.is.plain': 'unencrypted',
  'settings.secrets.name': 'Name',
  'settings.secrets.value': 'Value',
  'settings.secrets.save': 'Keep',
  'settings.secrets.remove': 'Remove {name}',
  'settings.data': 'Data',
  'settings.data.hint':
    'Drafts, history, saved views, transcripts, connections and settings lie here as plain files. A backup holds all of them, without secrets and sandboxes.',
  'settings.data.backup': 'Save a backup',
  'settings.data.restore': 'Restore a backup:',
  'settings.data.saved': 'The backup holds {count, plural, one {# file} other {# files}}.',
  'settings.data.restored':
    '{count, plural, one {# file was} other {# files were}} restored. What was there before is kept in {kept}. Reload to see all of it.',
  'settings.data.diagnostics': 'Save diagnostics',
  'settings.data.diagnostics.hint':
    'For a bug report: versions, how each connection is and why, and the ends of the logs, in one file. Secrets, your name and your folders are left out; read it before you send it.',
  'settings.data.diagnostics.saved': 'Saved as {name}.',
  'settings.keys': 'Keys',
  'settings.keys.hint':
    'Choose a field and press the new keys; Backspace takes them away. The keys of a place are its own while it is in front.',
  'settings.keys.of': 'Keys of {command}',
  'settings.keys.press': 'Press keys…',
  'settings.keys.conflict': 'also {command}',
} as const

declare module '../i18n/text.ts' {
  interface Messages extends Record<keyof typeof settingsMessages, string> {}
}
