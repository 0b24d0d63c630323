import { testInvalidRequests } from '../../support/calls/invalid-requests.js';

testInvalidRequests({ ofOperations: 4, everyNth: 3 });
