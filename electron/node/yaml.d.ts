/** A YAML file as the build and the tests import it: its text. */
declare module '*.yaml' {
  const text: string
  export default text
}
