/**
 * What to do where an engine may not set limits or use the machine's control groups, as in a container: its own words name neither
 * the setting nor the file.
 */
export const startReason = (message: string): string =>
  /setrlimit|cgroup/i.test(message) &&
  /not permitted|permission denied|read-only|not supported/i.test(message)
    ? `${message}. The engine may not set its limits here; docs/sandbox-platform.md, "Containers", shows the containers.conf that podman needs then`
    : message
