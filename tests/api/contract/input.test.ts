import { testInvalidRequests } from '../../support/calls/spoilt-requests.js';

testInvalidRequests(12);
