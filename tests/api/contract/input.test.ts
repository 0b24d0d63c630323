import { testInvalidRequests } from '../../support/calls/invalid-requests.js';

testInvalidRequests(12);
