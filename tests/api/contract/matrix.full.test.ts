import { testMatrix } from '../../support/calls/matrix-tests.js';

testMatrix({ everyNthKey: 1 });
