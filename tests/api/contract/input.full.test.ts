import { testSpoiltRequests } from '../../support/calls/spoilt-requests.js';

testSpoiltRequests(1);
