"""Serves S3 by moto, which checks signatures and policies as botocore does; answers questions about what it holds."""

import hashlib
import json
import logging
import sys

import boto3
import requests
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
endpoint = f"http://{host}:{port}"
region = "eu-central-1"


def client(service, key="root", secret="root"):
    return boto3.client(
        service, endpoint_url=endpoint, region_name=region, aws_access_key_id=key, aws_secret_access_key=secret
    )


iam = client("iam")


def make_user(name, resources):
    iam.create_user(UserName=name)
    if resources:
        document = {
            "Version": "2012-10-17",
            "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": resources}],
        }
        iam.put_user_policy(UserName=name, PolicyName="p", PolicyDocument=json.dumps(document))
    made = iam.create_access_key(UserName=name)["AccessKey"]
    return {"accessKeyId": made["AccessKeyId"], "secretAccessKey": made["SecretAccessKey"]}


client("s3").create_bucket(Bucket="lake", CreateBucketConfiguration={"LocationConstraint": region})
everything = ["arn:aws:s3:::*"]
users = {
    "writer": make_user("writer", everything),
    "next": make_user("next", everything),
    "stranger": make_user("stranger", ["arn:aws:s3:::other/*"]),
}
reader = users["writer"]
requests.post(f"{endpoint}/moto-api/reset-auth", data=b"0")
print(json.dumps({"port": port, "region": region, "users": users}), flush=True)

for line in sys.stdin:
    s3 = client("s3", reader["accessKeyId"], reader["secretAccessKey"])
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket="lake", Prefix=line.strip())
    keys = [found["Key"] for page in pages for found in page.get("Contents", [])]
    read = lambda key: hashlib.sha256(s3.get_object(Bucket="lake", Key=key)["Body"].read()).hexdigest()
    begun = s3.list_multipart_uploads(Bucket="lake").get("Uploads", [])
    print(json.dumps({"objects": {key: read(key) for key in keys}, "begun": len(begun)}), flush=True)
