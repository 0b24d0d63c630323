import { testInvalidRequests } from '../../support/calls/invalid-requests.js';

testInvalidRequests({ ofOperations: 1, everyNth: 3 });
