/** Before what starts servers is loaded: all of these tests are of a cluster. */
process.env['ORRERY_TEST_RUNTIME'] = 'kubernetes'

export {}
