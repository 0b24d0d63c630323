import { mongoUrl } from '../testing/mongo/mongodb.js';
import { smallViews } from '../testing/small-views.js';
import { newMongoPlace, newSqlitePlace } from '../testing/store-fixtures.js';
import { viewProperties } from '../testing/view-properties.js';
import { views } from './all-views.js';

viewProperties('Two small views in SQLite', smallViews, newSqlitePlace, 25);
viewProperties('All forum views in SQLite', views, newSqlitePlace, 25);

const url = await mongoUrl();
if (url) viewProperties('The views of the forum in MongoDB', views, newMongoPlace(url), 8);
