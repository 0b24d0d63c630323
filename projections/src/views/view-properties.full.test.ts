import { findMongoUrl } from '../testing/mongo/mongodb.js';
import { smallViews } from '../testing/small-views.js';
import { prepareMongoFixture, createSqliteFixture } from '../testing/store-fixtures.js';
import { testViewProperties } from '../testing/view-properties.js';
import { views } from './all-views.js';

testViewProperties('Two small views in SQLite', smallViews, createSqliteFixture, 25);
testViewProperties('All forum views in SQLite', views, createSqliteFixture, 25);

const url = await findMongoUrl();
if (url) testViewProperties('The forum views in MongoDB', views, prepareMongoFixture(url), 8);
