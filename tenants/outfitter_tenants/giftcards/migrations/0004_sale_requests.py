"""What is sold or put on a card knows the request that asked for it: none is done twice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("giftcards", "0003_listed")]

    operations = [
        migrations.AddField(
            model_name="giftcardsale",
            name="request_key",
            field=models.CharField(max_length=400, null=True, unique=True),
        )
    ]
